/** Re-extracts the brand mentions of a project's earlier answers after its brands have changed. */
import { recountProject } from "@/domain/scans/recount/recount-project"
import { inngest } from "./client"
import { roundDeadline } from "./round-deadline"
import { runInRounds } from "./run-in-rounds"

export const recount = inngest.createFunction(
  {
    id: "recount",
    triggers: [{ event: "brands/changed" }],
    concurrency: { limit: 1, key: "event.data.project_id" },
    retries: 10,
  },
  async (run) => {
    const { project_id } = run.event.data as { project_id: string }
    await runInRounds(run, project_id, 100, () => recountProject(project_id, roundDeadline(roundMs)))
  },
)

const roundMs = 15_000
