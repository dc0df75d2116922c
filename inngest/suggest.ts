/** Each minute: suggests brands found in the answers of completed scans. */
import { staleSuggestions } from "@/domain/ai-visibility/suggestions/stale-suggestions"
import { suggestBrands } from "@/domain/ai-visibility/suggestions/suggest-brands"
import { log } from "@/domain/kernel/log"
import { inngest } from "./client"
import { withDeadline } from "./with-deadline"

export const suggest = inngest.createFunction(
  { id: "suggest-brands", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => withDeadline(ROUND_MS, suggestAll),
)

/** The next minute handles the rest. */
const ROUND_MS = 45_000

async function suggestAll(until: Date) {
  let projects = 0
  for (const project of await staleSuggestions()) {
    if (Date.now() >= until.getTime()) break
    await suggestBrands(project).then(
      () => projects++,
      (err) => log.error({ err, project: project.project_id }, "could not suggest brands"),
    )
  }
  return { projects }
}
