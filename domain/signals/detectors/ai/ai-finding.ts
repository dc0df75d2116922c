/** Builds findings about an AI-visibility project: fills in the category, the subject and the `dedupe_key`. */
import { type Interval, wilson } from "@/domain/visibility/statistics/precision"
import type { Finding } from "../../finding"

/**
 * What the finding is about. `brand` and `engine` are absent if it is about all of them. `filter` names the part of the
 * metric, for example the cited domain.
 */
export type AiSubject = {
  project_id: string
  metric_id: string
  filter?: Record<string, string>
  brand?: { id: string; name: string; isOwn: boolean }
  engine?: { id: string; label: string }
}

/** The share of one scan. `numerator` and `denominator` count answers or mentions. `date`: the day of the scan. */
export type ScanValue = { value: number; numerator: number; denominator: number; date: string }

type Parts = Omit<Finding, "category" | "subject" | "dedupe_key"> & {
  /** Distinguishes findings of one type about the same subject, for example the cited domain. */
  key?: string
}

export function aiFinding(
  { project_id, metric_id, filter, brand, engine }: AiSubject,
  { key, ...parts }: Parts,
): Finding {
  return {
    ...parts,
    category: "ai_visibility",
    subject: {
      kind: "ai_project",
      project_id,
      metric_id,
      ...(brand && { brand_id: brand.id }),
      ...(engine && { engine_id: engine.id }),
      ...(filter && { filter }),
    },
    dedupe_key: [parts.type, project_id, brand?.id ?? "", engine?.id ?? "", key ?? "", parts.direction].join(":"),
  }
}

/** The share of a scan with Wilson's 95% interval. */
export function withInterval({ value, numerator, denominator }: ScanValue): { value: number } & Interval {
  return { value, ...(wilson(numerator, denominator) ?? { low: 0, high: 1 }) }
}

export const observedShare = ({ value, numerator, denominator }: ScanValue): Finding["observed"] => ({
  value,
  numerator,
  denominator,
  n: denominator,
})
