/**
 * Lists the prompts whose visibility changed most since the previous scan. Each links to the comparison of its answers,
 * and the list to all clear changes.
 */

import { type Row, share } from "./format-metrics"
import { CompareAnswers } from "./prompt-actions"
import { PromptList } from "./prompt-list"
import { Verdict } from "./verdict"

export type MovedPrompt = { id: string; text: string; row: Row }

type Props = {
  prompts: MovedPrompt[]
  /** How many prompts changed clearly. */
  total: number
  /** False if every prompt has too few answers to tell whether it changed. */
  canTell: boolean
  /** The path of the project. */
  path: string
  /** The scan in which the prompts changed, and the engine whose answers count. */
  scanId: string
  engine: string | undefined
  /** The path of all clear changes. Undefined for earlier scans, because that list is about the latest scan. */
  allHref: string | undefined
}

export function MovedPromptList({ prompts, total, canTell, path, scanId, engine, allHref }: Props) {
  if (!canTell)
    return (
      <p className="text-quiet">
        Each prompt has too few answers to tell whether it changed. More runs in the project's settings make smaller
        changes detectable.
      </p>
    )
  return (
    <PromptList
      prompts={prompts.map(({ id, text, row }) => ({
        id,
        text,
        figures: <Change row={row} />,
        actions: <CompareAnswers prompt={{ id, text }} path={path} scanId={scanId} engine={engine} />,
      }))}
      path={path}
      more={allHref && total > prompts.length ? { name: `Show all ${total} clear changes`, href: allHref } : null}
    />
  )
}

/** "73.3% → 6.7% ▼ down 67 points" */
const Change = ({ row }: { row: Row }) => (
  <>
    {row.change?.previous && (
      <span>
        {share(row.change.previous.visibility)} → <strong className="text-text">{share(row.visibility)}</strong>
      </span>
    )}
    <Verdict row={row} />
  </>
)
