/** Each minute: suggests brands found in the answers of completed scans. */
import { staleSuggestions, suggestBrands as suggestForProject } from "@/domain/answers/suggestions/suggest-brands"
import { log } from "@/domain/kernel/log"
import { inngest } from "./client"
import { withDeadline } from "./with-deadline"

export const suggestBrands = inngest.createFunction(
  { id: "suggest-brands", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => withDeadline(roundMs, suggestAll),
)

/** The next minute handles the rest. */
const roundMs = 45_000

async function suggestAll(until: Date) {
  let projects = 0
  for (const project of await staleSuggestions()) {
    if (Date.now() >= until.getTime()) break
    await suggestForProject(project).then(
      () => projects++,
      (err) => log.error({ err, project: project.project_id }, "could not suggest brands"),
    )
  }
  return { projects }
}
