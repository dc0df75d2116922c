/** Sums up the listed prompts: how many are gaps, and how many changed since the previous scan. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { Lead } from "@/components/ui/lead"
import { isSignificant, type Row } from "./format-metrics"
import type { PromptQuery } from "./prompt-filters"

type Prompts = { id: string; latest: { is_gap: boolean; change: number | null } | null }[]

type Props = {
  prompts: Prompts
  changes: Map<string, Row>
  /** The path of the prompts, and its URL parameters. */
  path: string
  query: PromptQuery
  /** True if the list has more pages. */
  isPart: boolean
  action?: ReactNode
}

export function PromptSummary({ prompts, changes, path, query, isPart, action }: Props) {
  const asked = prompts.filter(({ latest }) => latest)
  const gaps = asked.filter(({ latest }) => latest?.is_gap).length
  if (asked.length < 2) return action && <div className="mb-6">{action}</div>
  const askedPrompts = `${asked.length} prompts${asked.length < prompts.length ? " that were asked" : ""}`
  const movement = describeMovement(asked, changes)
  return (
    <Lead action={action}>
      <GapSentence gaps={gaps} askedPrompts={askedPrompts} path={path} query={query} isPart={isPart} />
      {movement && ` Since the previous scan, ${movement}.`}
    </Lead>
  )
}

/** `askedPrompts`: the number of prompts in words, such as "12 prompts that were asked". */
type GapSentenceProps = Pick<Props, "path" | "query" | "isPart"> & { gaps: number; askedPrompts: string }

function GapSentence({ gaps, askedPrompts, path, query, isPart }: GapSentenceProps) {
  if (gaps === 0) return `No competitor is clearly ahead on the ${askedPrompts}${isPart ? " on this page" : ""}.`
  const gapsOfAsked = `${gaps} of ${askedPrompts}`
  // Without a link, because it would list the gaps of all pages.
  if (isPart) return `A competitor is clearly ahead on ${gapsOfAsked} on this page.`
  return (
    <>
      A competitor is clearly ahead on{" "}
      <Link
        href={urlWithQuery(path, { ...query, gap: "true", cursor: undefined })}
        className="underline decoration-accent underline-offset-4"
      >
        {gapsOfAsked}
      </Link>
      .
    </>
  )
}

/**
 * "2 changed clearly, 3 did not and 7 have too few answers to tell". Leaves out the prompts that cannot be compared.
 * Empty if none can.
 */
function describeMovement(asked: Prompts, changes: Map<string, Row>): string {
  const verdicts = asked
    .filter(({ latest }) => latest?.change != null)
    .map(({ id }) => changes.get(id)?.change?.verdict)
  const changed = verdicts.filter(isSignificant).length
  const still = verdicts.filter((verdict) => verdict === "no_clear_change").length
  const unclear = verdicts.filter((verdict) => verdict === "insufficient").length
  if (changed + still + unclear === 0) return ""
  if (changed + still === 0) {
    if (unclear === 1) return "one has too few answers to tell whether it changed"
    return `${unclear === asked.length ? "all " : ""}${unclear} have too few answers to tell whether they changed`
  }
  const parts = [
    `${changed === 0 ? "none" : changed} changed clearly`,
    still > 0 && changed > 0 && `${still} did not`,
    unclear > 0 && `${unclear} ${unclear === 1 ? "has" : "have"} too few answers to tell`,
  ].filter((part) => part !== false)
  return new Intl.ListFormat("en-GB").format(parts)
}
