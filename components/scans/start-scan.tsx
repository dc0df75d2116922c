/**
 * Dialog that starts a scan of a project, or of one prompt. It first shows the estimate, or what prevents the scan. The
 * user can leave engines out. Not for viewers.
 */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { queryProblemIn } from "@/components/api/query-problem"
import { useAction } from "@/components/api/use-action"
import { ProblemNote } from "@/components/forms/problem-note"
import { Blockers } from "@/components/project-settings/blockers"
import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { engineName } from "@/domain/ai-engines/engine-names"
import { type Estimate, EstimateFacts } from "./estimate-facts"

/** `teamPath` and `path` are the paths of the team and of the project. `promptId`: the scan asks only this prompt. */
type Props = { projectId: string; teamPath: string; path: string; promptId?: string }

export function StartScan({ kind = "primary", ...props }: Props & { kind?: "primary" | "plain" }) {
  const ofPrompt = props.promptId !== undefined
  return (
    <Dialog>
      <DialogTrigger>
        <Button kind={kind}>{ofPrompt ? "Scan this prompt" : "Start scan"}</Button>
      </DialogTrigger>
      <DialogContent
        title={ofPrompt ? "Scan this prompt" : "Start a scan"}
        description={`Sends ${ofPrompt ? "this prompt" : "each active prompt"} to the engines of the project.`}
      >
        <EstimateAndStart {...props} />
      </DialogContent>
    </Dialog>
  )
}

function EstimateAndStart({ projectId, teamPath, path, promptId }: Props) {
  const api = useApi()
  const router = useRouter()
  /** The selected engines. Null: all of them. */
  const [engines, setEngines] = useState<string[] | null>(null)
  const allEngines = useScanEstimate(projectId, promptId, null).estimate?.by_engine ?? []
  const { estimate, error } = useScanEstimate(projectId, promptId, engines)
  const { run, isBusy, problem } = useAction(api.scans.create.mutationOptions(), {
    onDone: ({ data: scan }) => router.push(`${path}/scans/${scan.id}`),
  })
  const hasNoEngine = engines?.length === 0
  const canStart = estimate?.blockers.length === 0 && !hasNoEngine
  const start = () => run(scanInput(projectId, promptId, engines))
  return (
    <div className="grid gap-5">
      {allEngines.length > 1 && <EngineChoice engines={allEngines} selected={engines} onChange={setEngines} />}
      <div className="grid min-h-48 content-start gap-5" aria-busy={!estimate && !error}>
        {hasNoEngine && <p>Select at least one engine.</p>}
        {!hasNoEngine && estimate && (
          <>
            <EstimateFacts estimate={estimate} />
            <Blockers blockers={estimate.blockers} teamPath={teamPath} path={path} />
            {estimate.is_selection && estimate.blockers.length === 0 && (
              <p className="text-quiet text-table">Trends, comparisons and signals do not include this scan.</p>
            )}
          </>
        )}
        {!estimate && !error && <p className="text-quiet">Estimating the scan…</p>}
      </div>
      <ProblemNote problem={problem ?? queryProblemIn(error)} />
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>{estimate && !canStart ? "Close" : "Cancel"}</Button>
        </DialogClose>
        {(!estimate || canStart) && (
          <Button kind="primary" disabled={!estimate} isBusy={isBusy} onClick={start}>
            Start scan
          </Button>
        )}
      </div>
    </div>
  )
}

/** The scan of the prompt, or of all prompts, on these engines, or on all of the project if `engines` is null. */
const scanInput = (project_id: string, promptId: string | undefined, engines: string[] | null) => ({
  project_id,
  ...(engines && { engines }),
  ...(promptId && { prompt_ids: [promptId] }),
})

/** Without an engine, nothing is requested. */
function useScanEstimate(projectId: string, promptId: string | undefined, engines: string[] | null) {
  const api = useApi()
  const { data, error } = useQuery(
    api.scans.estimate.queryOptions(scanInput(projectId, promptId, engines), {
      enabled: engines?.length !== 0,
      placeholderData: keepPreviousData,
      gcTime: 0, // an earlier estimate may be outdated
      retry: false,
    }),
  )
  return { estimate: data?.data, error }
}

type EngineChoiceProps = {
  engines: Estimate["by_engine"]
  selected: string[] | null
  /** Gets null when all engines are selected. */
  onChange(selected: string[] | null): void
}

function EngineChoice({ engines, selected, onChange }: EngineChoiceProps) {
  const isSelected = (id: string) => selected?.includes(id) ?? true
  function toggle(id: string) {
    const ids = engines.map(({ engine_id }) => engine_id)
    const changed = ids.filter((other) => (other === id ? !isSelected(id) : isSelected(other)))
    onChange(changed.length === ids.length ? null : changed)
  }
  return (
    <fieldset>
      <legend className="mb-1 text-quiet text-small">Engines</legend>
      <div className="flex flex-wrap gap-x-6">
        {engines.map(({ engine_id }) => (
          <Checkbox key={engine_id} checked={isSelected(engine_id)} onChange={() => toggle(engine_id)}>
            {engineName(engine_id)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
