import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { projectWithAnswers } from "@/server/testing/sample-data"
import { createTopic } from "../topics/create-topic"
import { listPrompts } from "./list-prompts"
import { updatePrompts } from "./update-prompts"

describe("a change of several prompts", () => {
  it("is one change of the prompt set, and reports unknown ids", async () => {
    const team = await freshTeam()
    const { project_id } = await projectWithAnswers(team)
    const ctx = asPerson(team, "member")
    const { data: prompts } = await run(listPrompts, ctx, { project_id })
    const prompt_ids = prompts.map(({ id }) => id)
    const version = () => inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
    const before = (await version()).panel_version
    const unknown = `${prompt_ids[0]?.slice(0, -6)}000000`
    const { data } = await run(updatePrompts, ctx, {
      project_id,
      prompt_ids: [...prompt_ids, unknown],
      status: "paused",
    })
    expect(data).toEqual({ updated: prompt_ids, not_found: [unknown] })
    expect((await version()).panel_version).toBe(before + 1)
    const { data: topic } = await run(createTopic, ctx, { project_id, name: "Travel" })
    await run(updatePrompts, ctx, { project_id, prompt_ids, topic_id: topic.id, tags: ["eu"] })
    expect((await run(listPrompts, ctx, { project_id })).data[0]).toMatchObject({ status: "paused", tags: ["eu"] })
  })

  it("is refused when no prompt of the project has one of the IDs", async () => {
    const team = await freshTeam()
    const { project_id, prompt_id } = await projectWithAnswers(team)
    const input = { project_id, prompt_ids: [`${prompt_id.slice(0, -6)}000000`], status: "paused" as const }
    await expect(run(updatePrompts, asPerson(team), input)).rejects.toThrow("Your team has no prompt with this ID.")
  })

  it("needs a change", async () => {
    const team = await freshTeam()
    const { project_id, prompt_id } = await projectWithAnswers(team)
    const input = { project_id, prompt_ids: [prompt_id] }
    await expect(run(updatePrompts, asPerson(team), input)).rejects.toMatchObject({ code: "parameter_invalid" })
  })
})
