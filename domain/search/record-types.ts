/** The kinds of records that a search finds, and their pages in the app. */
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamFacts } from "@/domain/kernel/context"

export const recordTypes = ["client", "project", "report", "signal", "prompt"] as const
export type RecordType = (typeof recordTypes)[number]

/** `slug`: the slug of a client. For a prompt, the ID of its project. */
export function pageUrlOf(
  { slug: teamSlug }: Pick<TeamFacts, "slug">,
  record: { type: RecordType; id: string; slug: string },
) {
  const { type, id, slug } = record
  const paths: Record<RecordType, string> = {
    client: `clients/${slug}`,
    report: `reports/${id}`,
    project: `ai-visibility/${id}`,
    signal: `signals/${id}`,
    prompt: `ai-visibility/${slug}/prompts/${id}`,
  }
  return `${baseUrl()}/${teamSlug}/${paths[type]}`
}
