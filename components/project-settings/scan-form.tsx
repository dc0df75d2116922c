/** Form for a project's scan settings, with a live estimate of their precision and cost before saving. */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { Problem } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { queryProblemIn } from "@/components/api/query-problem"
import { useAction } from "@/components/api/use-action"
import type { Engine } from "@/components/engines/engine-labels"
import { Field } from "@/components/forms/field"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { StartScan } from "@/components/scans/start-scan"
import { NumberInput } from "@/components/ui/input"
import { useEarlyInput } from "@/components/ui/use-early-input"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { EngineChoice } from "./engine-choice"
import { EstimatePanel } from "./estimate-panel"
import { describeRuns, formatInterval } from "./precision-labels"
import { type Country, RegionPicker } from "./region-picker"
import {
  type Estimate,
  estimateInput,
  isSame,
  isValid,
  type Project,
  type ScanSettings,
  settingsOf,
  shownSettings,
} from "./scan-settings"
import { ScheduleFields } from "./schedule-fields"
import { WhatIf } from "./what-if"

type Props = {
  project: Project
  /** The path of the team. */
  teamPath: string
  /** The path of the project. */
  path: string
  engines: Engine[]
  countries: Country[]
  timezones: string[]
  /** The default time zone. */
  zone: string
  isAdmin: boolean
  isArchived: boolean
}

export function ScanForm(props: Props) {
  const { project, teamPath, path, isArchived } = props
  const api = useApi()
  const saved = settingsOf(project)
  const [settings, setSettings] = useState(saved)
  const { run, isBusy, problem } = useAction(api.aiVisibility.updateProject.mutationOptions(), {
    done: "Settings saved",
  })
  const { settled, ...estimate } = useEstimate(project.id, settings)
  const change = (part: Partial<ScanSettings>) => setSettings((current) => ({ ...current, ...part }))
  const form = useEarlyInput<HTMLFormElement>((element) => setSettings(shownSettings(element, saved)))
  return (
    <>
      <div className="mb-10 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_360px]">
        <form
          ref={form}
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            run({ project_id: project.id, ...settings })
          }}
        >
          <fieldset
            disabled={isArchived}
            className="grid gap-6 max-lg:[&_input]:scroll-mb-16 max-lg:[&_select]:scroll-mb-16"
          >
            <SettingsFields {...props} settings={settings} change={change} estimate={estimate.data} problem={problem} />
            {estimate.data && isValid(settings) && <EstimateSummary estimate={estimate.data} />}
            <ProblemNote problem={problem} fields={["runs_per_prompt", "monthly_answer_budget"]} />
            <div className="flex flex-wrap items-center gap-3">
              <SubmitButton kind="primary" isBusy={isBusy}>
                Save settings
              </SubmitButton>
              {isSame(settings, saved) ? (
                <StartScan projectId={project.id} teamPath={teamPath} path={path} kind="plain" />
              ) : (
                <span className="text-quiet">You have unsaved changes.</span>
              )}
            </div>
          </fieldset>
        </form>
        <EstimatePanel {...estimate} settings={settings} teamPath={teamPath} path={path} />
      </div>
      {estimate.data && isValid(settled) && (
        <WhatIf projectId={project.id} settings={settled} estimate={estimate.data} />
      )}
    </>
  )
}

type FieldsProps = Props & {
  settings: ScanSettings
  change: (part: Partial<ScanSettings>) => void
  estimate: Estimate | undefined
  problem: Problem | null
}

function SettingsFields({ settings, change, estimate, problem, ...props }: FieldsProps) {
  const { project, engines, isAdmin } = props
  return (
    <>
      <EngineChoice
        engines={engines}
        importedEngines={importedEngineNames(project, engines)}
        value={settings.asked_engines}
        onChange={(asked_engines) => change({ asked_engines })}
        settingsPath={`${props.teamPath}/settings/engines`}
        isAdmin={isAdmin}
      />
      <Field
        label="Runs"
        name="runs_per_prompt"
        hint={`How often a scan asks each engine the same prompt. ${(estimate && describeRuns(estimate)) || "Engines answer differently each time, so more runs detect smaller changes."}`}
        problem={problem}
      >
        <NumberInput
          min={1}
          max={20}
          required
          className="w-24"
          value={settings.runs_per_prompt}
          onChange={({ target }) => change({ runs_per_prompt: target.valueAsNumber })}
        />
      </Field>
      <RegionPicker
        countries={props.countries}
        value={settings.regions}
        onChange={(regions) => change({ regions })}
        isDisabled={props.isArchived}
      />
      <ScheduleFields
        value={settings.schedule}
        onChange={(schedule) => change({ schedule })}
        zone={props.zone}
        timezones={props.timezones}
        nextScans={estimate?.next_scans}
        status={project.status}
      />
      <Field
        label="Maximum answers per month"
        name="monthly_answer_budget"
        hint={`Leave it empty for the plan's limit${allowedLabel(estimate?.allowed_a_month, settings)}.${isAdmin ? "" : " Only owners and admins can raise it."}`}
        problem={problem}
      >
        <NumberInput
          min={1}
          max={10_000_000}
          className="w-36"
          // Not controlled, because an empty field and a typed 0 are the same setting. The browser refuses the 0.
          defaultValue={project.monthly_answer_budget || undefined}
          onChange={({ target }) => change({ monthly_answer_budget: target.valueAsNumber || 0 })}
        />
      </Field>
    </>
  )
}

/** Sticky summary of the estimate, for screens too narrow to show it beside the fields. */
function EstimateSummary({ estimate: { tasks, left_this_month, precision, visibility } }: { estimate: Estimate }) {
  return (
    <p className="figures sticky bottom-0 z-10 -mx-1 border-line border-t bg-ground px-1 py-2 text-table lg:hidden">
      {pluralize(tasks, "answer")} per scan, {count(left_this_month)} left this month.
      {precision[0]?.interval &&
        ` Interval at ${percent(visibility.value, 0)}: ${formatInterval(precision[0].interval)}.`}
    </p>
  )
}

const allowedLabel = (allowed: number | undefined, { monthly_answer_budget }: ScanSettings) =>
  allowed !== undefined && monthly_answer_budget === 0 ? `, ${count(allowed)}` : ""

function importedEngineNames(project: Project, engines: Engine[]): string[] {
  const selectableIds = engines.map(({ engine_id }) => String(engine_id))
  return project.engines.filter((id) => !selectableIds.includes(id)).map(engineName)
}

/** A new estimate is requested when the settings have not changed for this long. */
const estimateDelayMs = 250

/**
 * Estimates a scan with unsaved settings. The previous estimate stays until the next one arrives. `settled`: the
 * settings after the user's last pause, for which the estimate is requested.
 */
function useEstimate(projectId: string, settings: ScanSettings) {
  const api = useApi()
  const settled = useSettled(settings)
  const { data, error, isFetching } = useQuery(
    api.scans.estimate.queryOptions(estimateInput(projectId, settled), {
      placeholderData: keepPreviousData,
      enabled: isValid(settled),
      retry: false,
    }),
  )
  return { data: data?.data, problem: queryProblemIn(error), isStale: isFetching || settled !== settings, settled }
}

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), estimateDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
