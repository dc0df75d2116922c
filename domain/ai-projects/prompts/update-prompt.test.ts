import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { projectWithAnswers } from "@/server/testing/sample-data"
import { createPrompts } from "./create-prompts"
import { listPrompts } from "./list-prompts"
import type { promptStatuses } from "./prompt"
import { updatePrompt } from "./update-prompt"
import { updatePrompts } from "./update-prompts"

type Status = (typeof promptStatuses)[number]

async function setup() {
  const team = await freshTeam()
  const { project_id } = await projectWithAnswers(team)
  const ctx = asPerson(team, "member")
  const add = async (text: string) =>
    (await run(createPrompts, ctx, { project_id, prompts: [{ text }] })).data.items[0]?.id ?? ""
  const update = async (prompt_id: string, change: { text?: string; status?: Status }) =>
    (await run(updatePrompt, ctx, { prompt_id, ...change })).data
  const statuses = async () => {
    const { data } = await run(listPrompts, ctx, { project_id, status: ["active", "paused", "archived"] } as never)
    return new Map(data.map(({ text, status }) => [text, status]))
  }
  return { ctx, project_id, add, update, statuses }
}

describe("a reworded prompt", () => {
  it("keeps its status", async () => {
    const { add, update, statuses } = await setup()
    const id = await add("best e-bike for hils")
    await update(id, { status: "paused" })
    expect(await update(id, { text: "best e-bike for hills" })).toMatchObject({ status: "paused" })
    const found = await statuses()
    expect([found.get("best e-bike for hils"), found.get("best e-bike for hills")]).toEqual(["archived", "paused"])
  })

  it("gets the status that is sent with the text", async () => {
    const { add, update } = await setup()
    const paused = await update(await add("a"), { text: "b", status: "paused" })
    expect(paused).toMatchObject({ text: "b", status: "paused" })
    const back = await update(paused.id, { text: "a", status: "active" })
    expect(back).toMatchObject({ text: "a", status: "active", removed_in_panel: null })
  })

  it("leaves an active prompt that already has the new text active, unless a status is sent", async () => {
    const { add, update } = await setup()
    const one = await add("one")
    const two = await add("two")
    const twin = await add("twin")
    await update(one, { status: "paused" })
    expect(await update(one, { text: "twin" })).toMatchObject({ id: twin, status: "active" })
    expect(await update(two, { text: "twin", status: "paused" })).toMatchObject({ id: twin, status: "paused" })
  })
})

describe("the limit of active prompts", () => {
  /** A project with the maximum number of active prompts, and one more that is paused. */
  async function full() {
    const made = await setup()
    const { ctx, project_id, add, update, statuses } = made
    const paused = await add("paused")
    await update(paused, { status: "paused" })
    const active = [...(await statuses()).values()].filter((status) => status === "active").length
    const prompts = Array.from({ length: 2_000 - active }, (_, n) => ({ text: `prompt ${n}` }))
    for (let n = 0; n < prompts.length; n += 500)
      await run(createPrompts, ctx, { project_id, prompts: prompts.slice(n, n + 500) })
    return { ...made, paused }
  }

  it("applies when prompts are reactivated", async () => {
    const { ctx, project_id, update, paused } = await full()
    const refused = { code: "state_conflict", message: expect.stringContaining("at most 2,000 active prompts") }
    await expect(update(paused, { status: "active" })).rejects.toMatchObject(refused)
    await expect(update(paused, { text: "reworded", status: "active" })).rejects.toMatchObject(refused)
    const both = { project_id, prompt_ids: [paused], status: "active" as const }
    await expect(run(updatePrompts, ctx, both)).rejects.toMatchObject(refused)
  })

  it("does not prevent changes that activate nothing", async () => {
    const { ctx, project_id, update, add } = await full()
    const [active] = (await run(listPrompts, ctx, { project_id, limit: 1 } as never)).data
    expect(await update(active?.id ?? "", { text: "reworded" })).toMatchObject({ status: "active" })
    await expect(add("one more")).rejects.toMatchObject({ code: "state_conflict" })
  })
})
