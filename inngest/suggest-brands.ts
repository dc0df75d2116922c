/** Each minute: suggests brands found in the answers of completed scans. */
import { staleSuggestions, suggestBrands } from "@/domain/answers/suggestions/suggest-brands"
import type { Deadline } from "@/domain/kernel/deadline"
import { log } from "@/domain/kernel/log"
import { inngest } from "./client"
import { roundDeadline } from "./round-deadline"

export const suggestBrandsOfScans = inngest.createFunction(
  { id: "suggest-brands", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => suggestAll(roundDeadline(roundMs)),
)

/** The next minute handles the rest. */
const roundMs = 45_000

async function suggestAll(deadline: Deadline) {
  let projects = 0
  for (const project of await staleSuggestions()) {
    if (deadline.hasPassed) break
    await suggestBrands(project).then(
      () => projects++,
      (err) => log.error({ err, project: project.project_id }, "could not suggest brands"),
    )
  }
  return { projects }
}
