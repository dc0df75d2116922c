/** Creates a project with the sample engine for one test. */
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { createProject } from "@/domain/ai-projects/create-project"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import type { Plan } from "@/domain/kernel/plans"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"

type ProjectOptions = {
  prompts?: number
  plan?: Plan
  /** Time zone of the client. The team's is UTC. */
  timezone?: string | null
  now?: () => Date
  project?: Partial<Parameters<typeof run<typeof createProject>>[2]>
}

export async function sampleProject({
  prompts = 4,
  plan = "agency",
  timezone = null,
  now,
  project,
}: ProjectOptions = {}) {
  const team = await freshTeam({ plan })
  const ada = asPerson(team, "owner", now)
  const client_id = newId("client")
  const client = { id: client_id, team_id: team.id, name: "Sony", slug: client_id.toLowerCase(), timezone }
  await inTeam(team.id, () => prisma.client.create({ data: client }))
  await run(setUpEngine, ada, { engine_id: "sample", is_enabled: true })
  const { data } = await run(createProject, ada, {
    client_id,
    name: "Earbuds",
    own_brand: { name: "Sony" },
    runs_per_prompt: 2,
    asked_engines: ["sample"],
    ...project,
  })
  const project_id = data.id
  const texts = Array.from({ length: prompts }, (_, i) => ({ text: `Which earbuds are best, ${i}?` }))
  if (prompts > 0) await run(createPrompts, ada, { project_id, prompts: texts })
  return { team, ada, project_id }
}
