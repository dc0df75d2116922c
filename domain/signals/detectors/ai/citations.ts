/**
 * Finds domains that appeared in the citations of a project or disappeared from them. Several scans must agree, because
 * sources vary by chance from scan to scan.
 */
import { pluralize } from "@/domain/kernel/format-count"
import type { Finding } from "../../finding"
import { nothingExpected, observedValue } from "../metric-finding"
import { type AiSubject, aiFinding } from "./ai-finding"

/** A cited domain, and whose it is. `answers`: how many answers cited it in each of the last scans, oldest first. */
export type CitedSource = {
  key: string
  owner: "own" | "competitor" | "other"
  answers: readonly number[]
}

/** The scans in the order of `CitedSource.answers`. */
export type CountedScan = { id: string; date: string }

/** New: cited in at least two of the last three scans, and in none of the three before. */
const [newScans, minScansWithCitation] = [3, 2]
/** Lost: at least three answers cited it in each of three scans, and none in the two scans since. */
const [lostScans, citedScans, minAnswers] = [2, 3, 3]

export function detectNewCitation(
  subject: AiSubject,
  source: CitedSource,
  scans: readonly CountedScan[],
): Finding | null {
  const [before, now] = lastScans(source.answers, newScans, newScans)
  if (!before?.every((n) => n === 0)) return null
  const cited = now.filter((n) => n > 0).length
  if (cited < minScansWithCitation) return null
  const answers = total(now)
  return citationFinding(subject, source, scans, newScans, newScans, {
    type: "ai_new_citation",
    severity: "info",
    direction: "up",
    impact: impactOfNew[source.owner],
    title: `New citation of ${source.key}`,
    summary: `${pluralize(answers, "answer")} cited ${source.key} in ${cited} of the last ${newScans} scans, and none did in the ${newScans} scans before.`,
    observed: observedValue(answers),
  })
}

export function detectLostCitation(
  subject: AiSubject,
  source: CitedSource,
  scans: readonly CountedScan[],
): Finding | null {
  const [before, now] = lastScans(source.answers, citedScans, lostScans)
  if (!before?.every((n) => n >= minAnswers) || total(now) > 0) return null
  const answers = total(before)
  return citationFinding(subject, source, scans, citedScans, lostScans, {
    type: "ai_lost_citation",
    severity: "warning",
    direction: "down",
    impact: impactOfLost[source.owner],
    title: `${source.key} is no longer cited`,
    summary: `No answer cited ${source.key} in the last ${lostScans} scans, compared with ${pluralize(answers, "answer")} in the ${citedScans} scans before.`,
    observed: observedValue(0),
  })
}

/** The counts of the last `now` scans and of the `before` scans in front of them, or nulls if there are fewer scans. */
function lastScans(answers: readonly number[], before: number, now: number): [number[], number[]] | [null, []] {
  if (answers.length < before + now) return [null, []]
  return [answers.slice(-before - now, -now), answers.slice(-now)]
}

const total = (counts: readonly number[]) => counts.reduce((sum, n) => sum + n, 0)

const impactOfNew = { own: "positive", competitor: "negative", other: "neutral" } as const
const impactOfLost = { own: "negative", competitor: "positive", other: "neutral" } as const

type Parts = Pick<Finding, "type" | "severity" | "direction" | "impact" | "title" | "summary" | "observed">

function citationFinding(
  subject: AiSubject,
  { key, answers }: CitedSource,
  scans: readonly CountedScan[],
  before: number,
  now: number,
  parts: Parts,
): Finding {
  const dates = scans.map(({ date }) => date).slice(-before - now)
  const [start, end] = [dates.slice(0, before), dates.slice(before)]
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
        ids: scans.slice(-now).map(({ id }) => id),
        counts: { answers: total(answers.slice(-now)), answers_before: total(answers.slice(-before - now, -now)) },
      },
      period: { from: end[0] as string, to: end.at(-1) as string },
      baseline: { from: start[0] as string, to: start.at(-1) as string },
    },
  )
}
