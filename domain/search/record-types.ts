/** The kinds of records that a search finds, and their pages in the app. */
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamFacts } from "@/domain/kernel/context"

export const recordTypes = ["client", "project", "report", "signal", "prompt"] as const
export type RecordType = (typeof recordTypes)[number]

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
