/** Finds domains that appeared in the citations of a project or disappeared from them. */
import { lostSourceRule, newSourceRule, type ScanCounts } from "@/domain/answers/source-change-rules"
import { pluralize } from "@/domain/kernel/format-count"
import type { Finding } from "../../finding"
import { nothingExpected, observedValue } from "../metric-finding"
import { type AiSubject, aiFinding } from "./ai-finding"

/** A cited domain and its owner. `answers`: how many answers cited it in each of the last scans, oldest first. */
export type CitedSource = {
  key: string
  owner: "own" | "competitor" | "other"
  answers: readonly number[]
}

/** The scans in the order of `CitedSource.answers`. */
export type CountedScan = { id: string; date: string }

export function detectNewCitation(
  subject: AiSubject,
  source: CitedSource,
  scans: readonly CountedScan[],
): Finding | null {
  const windows = splitScans(source.answers, newSourceRule)
  if (!windows?.before.every((answers) => answers === 0)) return null
  const citedScans = windows.last.filter((answers) => answers > 0).length
  if (citedScans < newSourceRule.minScansWithCitation) return null
  const answers = total(windows.last)
  return citationFinding(subject, source, scans, newSourceRule, {
    type: "ai_new_citation",
    severity: "info",
    direction: "up",
    impact: impactOfNew[source.owner],
    title: `New citation of ${source.key}`,
    summary: `${pluralize(answers, "answer")} cited ${source.key} in ${citedScans} of the last ${newSourceRule.last} scans, and none did in the ${newSourceRule.before} scans before.`,
    observed: observedValue(answers),
  })
}

export function detectLostCitation(
  subject: AiSubject,
  source: CitedSource,
  scans: readonly CountedScan[],
): Finding | null {
  const windows = splitScans(source.answers, lostSourceRule)
  if (!windows?.before.every((answers) => answers >= lostSourceRule.minAnswers)) return null
  if (total(windows.last) > 0) return null
  const answers = total(windows.before)
  return citationFinding(subject, source, scans, lostSourceRule, {
    type: "ai_lost_citation",
    severity: "warning",
    direction: "down",
    impact: impactOfLost[source.owner],
    title: `${source.key} is no longer cited`,
    summary: `No answer cited ${source.key} in the last ${lostSourceRule.last} scans, compared with ${pluralize(answers, "answer")} in the ${lostSourceRule.before} scans before.`,
    observed: observedValue(0),
  })
}

/** Returns the `last` newest items and the `before` items before them. Null if there are fewer items. */
function splitScans<T>(oldestFirst: readonly T[], { last, before }: ScanCounts) {
  if (oldestFirst.length < before + last) return null
  return { last: oldestFirst.slice(-last), before: oldestFirst.slice(-before - last, -last) }
}

const total = (counts: readonly number[]) => counts.reduce((sum, n) => sum + n, 0)

/** By the owner of the domain. */
const impactOfNew = { own: "positive", competitor: "negative", other: "neutral" } as const
const impactOfLost = { own: "negative", competitor: "positive", other: "neutral" } as const

type Parts = Pick<Finding, "type" | "severity" | "direction" | "impact" | "title" | "summary" | "observed">

function citationFinding(
  subject: AiSubject,
  { key, answers }: CitedSource,
  scans: readonly CountedScan[],
  { last, before }: ScanCounts,
  parts: Parts,
): Finding {
  const lastScans = scans.slice(-last)
  const scansBefore = scans.slice(-before - last, -last)
  return aiFinding(
    { ...subject, filter: { cited_domain: key } },
    {
      ...parts,
      key,
      expected: nothingExpected,
      score: null,
      method: "citation_scans.v1",
      evidence: {
        kind: "scans",
        ids: lastScans.map(({ id }) => id),
        counts: { answers: total(answers.slice(-last)), answers_before: total(answers.slice(-before - last, -last)) },
      },
      period: spanOf(lastScans),
      baseline: spanOf(scansBefore),
    },
  )
}

const spanOf = (scans: readonly CountedScan[]) => ({
  from: scans[0]?.date as string,
  to: scans.at(-1)?.date as string,
})
