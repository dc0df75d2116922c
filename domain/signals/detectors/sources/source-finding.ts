/** Builds findings about the health of a data source. */
import type { Finding } from "../../finding"
import { nothingExpected } from "../metric-finding"

/** `name`: what the team calls the source, for example "Search Console, example.com". */
export type DataSource = { id: string; name: string }

type Parts = Pick<Finding, "type" | "severity" | "title" | "summary" | "observed" | "method" | "evidence" | "period"> &
  Partial<Pick<Finding, "expected">>

export const sourceFinding = ({ id }: DataSource, parts: Parts): Finding => ({
  category: "data_health",
  direction: "none",
  impact: "negative",
  subject: { kind: "data_source", data_source_id: id },
  expected: nothingExpected,
  score: null,
  dedupe_key: `${parts.type}:${id}`,
  baseline: null,
  ...parts,
})
