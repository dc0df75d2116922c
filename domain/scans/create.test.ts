import { describe, expect, it } from "vitest"
import { updateTeamAsOperator } from "@/domain/installation/update-team"
import { run } from "@/domain/kernel/operation"
import { freshOperator } from "@/domain/testing/operator"
import { inTeam, prisma } from "@/prisma/client"
import { createScan } from "./create"
import { sampleProject } from "./testing/sample-project"

const connection = {
  id: "grant",
  clientName: "Test",
  scopes: ["data:read", "data:write"] as const,
  areWritesEnabled: true,
}

describe("a scan that a user starts", () => {
  it("starts only within max_answers", async () => {
    const { ada, project_id } = await sampleProject({ prompts: 5, project: { runs_per_prompt: 2 } })
    await expect(run(createScan, ada, { project_id, max_answers: 9 })).rejects.toMatchObject({
      code: "parameter_invalid",
      message: expect.stringContaining("10 answers"),
    })
    const { data } = await run(createScan, ada, { project_id, max_answers: 10 })
    expect([data.tasks.total, data.answers_left]).toEqual([10, 19_990])
  })

  it("is refused if the team was suspended after the request started", async () => {
    const { team, ada, project_id } = await sampleProject()
    await run(updateTeamAsOperator, await freshOperator(), {
      team_id: team.id,
      is_suspended: true,
      reason: "Unpaid invoice",
    })
    await expect(run(createScan, ada, { project_id })).rejects.toMatchObject({ code: "team_suspended" })
    expect(await inTeam(team.id, () => prisma.scan.count({ where: { team_id: team.id } }))).toBe(0)
  })

  it("needs max_answers above 100 answers when an app starts it, but not to try it", async () => {
    const { team, ada, project_id } = await sampleProject({ prompts: 6, project: { runs_per_prompt: 20 } })
    const app = { ...ada, connection }
    await expect(run(createScan, app, { project_id })).rejects.toMatchObject({
      errors: [{ parameter: "max_answers", fix: expect.stringContaining("120") }],
    })
    expect((await run(createScan, { ...app, isDryRun: true }, { project_id })).data.tasks.total).toBe(120)
    expect(await inTeam(team.id, () => prisma.scan.count({ where: { team_id: team.id } }))).toBe(0)
    expect((await run(createScan, app, { project_id, max_answers: 120 })).data.status).toBe("queued")
  })

  it("has a question for the user if the app can ask one", async () => {
    const { ada, project_id } = await sampleProject({ prompts: 6, project: { runs_per_prompt: 20 } })
    const app = { ...ada, connection }
    await expect(run(createScan, app, { project_id })).rejects.toMatchObject({ confirmation: undefined })
    const asking = { ...app, connection: { ...connection, canAskUser: true } }
    await expect(run(createScan, asking, { project_id })).rejects.toMatchObject({
      confirmation: { parameter: "max_answers", value: 120 },
    })
    await expect(run(createScan, asking, { project_id, max_answers: 119 })).rejects.toMatchObject({
      confirmation: undefined,
    })
  })
})
