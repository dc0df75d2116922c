/** The kinds of records that a search finds, and their pages in the app. */
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamFacts } from "@/domain/kernel/context"
import { sql } from "@/prisma/client"

export const recordTypes = ["client", "project", "report", "signal", "prompt"] as const
export type RecordType = (typeof recordTypes)[number]

/**
 * A title for a signal without names at a platform, which its own title can contain: "Metric anomaly, Bergamo Bikes".
 */
export function titleOfSignal({ type, client }: { type: string; client: { name: string } }) {
  const words = type.replaceAll("_", " ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${client.name}`
}

/** `titleOfSignal` in SQL, for a signal `s` and its client `c`. */
export const titleOfSignalSql = sql`upper(left(s.type, 1)) || replace(substr(s.type, 2), '_', ' ') || ', ' || c.name`

/** `project_id`: the project of a prompt. */
export function pageUrlOf(
  { slug }: Pick<TeamFacts, "slug">,
  { type, id, project_id }: { type: RecordType; id: string; project_id: string },
) {
  const paths: Record<RecordType, string> = {
    client: `clients/${id}`,
    report: `reports/${id}`,
    project: `ai-visibility/${id}`,
    signal: `signals/${id}`,
    prompt: `ai-visibility/${project_id}/prompts/${id}`,
  }
  return `${baseUrl()}/${slug}/${paths[type]}`
}
