/** Shows the effect of adding prompts: how many are new, which are not, and how many more questions a scan asks. */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"
import { count, pluralize } from "@/domain/kernel/format-count"
import { BrandedPromptNote } from "./prompt-list"

type Checked = Data<"aiVisibility", "checkPrompts">[number]
type Props = {
  checked: Checked[]
  projectId: string
  /** The number of active prompts after adding. */
  promptsAfter: number
  /** Adding creates a new version of the prompt set, which the API calls a panel. */
  changesPanel: boolean
  panelVersion: number
}

/** The maximum number of lines in the list. It contains only lines with a remark. */
const maxShown = 20

export function CheckedPrompts({ checked, projectId, promptsAfter, changesPanel, panelVersion }: Props) {
  const withRemarks = checked.filter(
    ({ outcome, is_branded, similar_to }) => outcome !== "new" || is_branded || similar_to,
  )
  return (
    <div role="status" className="grid gap-2.5 rounded-box border border-line bg-ground px-3.5 py-3">
      <p>
        <strong>{summarize(checked)}.</strong>{" "}
        {changesPanel && (
          <>
            The prompt set gets version {panelVersion + 1}.{" "}
            <AnswersPerScan projectId={projectId} prompts={promptsAfter} />
          </>
        )}
      </p>
      {withRemarks.length > 0 && (
        <ul className="grid gap-1.5 text-table">
          {withRemarks.slice(0, maxShown).map((prompt, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same text may occur twice
            <li key={n} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
              <span className="min-w-0 break-words">{prompt.text}</span>
              {prompt.outcome !== "new" && <Badge state="idle">{outcomeLabels[prompt.outcome]}</Badge>}
              {prompt.is_branded && <Badge state="caution">names your brand</Badge>}
              {prompt.similar_to && <span className="text-quiet">similar to "{prompt.similar_to}"</span>}
            </li>
          ))}
          {withRemarks.length > maxShown && <li className="text-quiet">and {withRemarks.length - maxShown} more</li>}
        </ul>
      )}
      {withRemarks.some(({ is_branded }) => is_branded) && <BrandedPromptNote />}
    </div>
  )
}

const outcomeLabels: Record<Exclude<Checked["outcome"], "new">, string> = {
  returns: "asked before: continues its series",
  in_panel: "already in the prompt set: unchanged",
  repeated: "repeated in this list: added once",
}

function summarize(checked: Checked[]) {
  const countOf = (outcome: Checked["outcome"]) => checked.filter((prompt) => prompt.outcome === outcome).length
  const returning = countOf("returns")
  const existing = countOf("in_panel")
  const repeated = countOf("repeated")
  const branded = checked.filter(({ is_branded, outcome }) => is_branded && outcome === "new").length
  return [
    `${pluralize(countOf("new"), "new prompt")}`,
    returning > 0 && `${returning} asked before`,
    existing > 0 && `${existing} already in the prompt set`,
    repeated > 0 && `${repeated} repeated`,
    branded > 0 && `${branded} of the new prompts ${branded === 1 ? "names" : "name"} your brand`,
  ]
    .filter(Boolean)
    .join(", ")
}

function AnswersPerScan({ projectId, prompts }: { projectId: string; prompts: number }) {
  const api = useApi()
  const { data } = useQuery(
    api.scans.estimate.queryOptions(
      { project_id: projectId, prompts_n: Math.min(prompts, 2_000) },
      { placeholderData: keepPreviousData },
    ),
  )
  if (!data || data.data.engines.length === 0) return null
  const { tasks, left_this_month } = data.data
  return (
    <>
      A scan then asks for {pluralize(tasks, "answer")}. You have {count(left_this_month)} left this month.
    </>
  )
}
