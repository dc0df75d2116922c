import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { deleteWebhook } from "./delete"
import { listWebhooks } from "./list"

describe("the list of webhooks", () => {
  it("returns the newest first, on pages, without deleted webhooks and those of another team", async () => {
    const team = await freshTeam()
    await freshWebhook(await freshTeam())
    const created: string[] = []
    for (let i = 0; i < 4; i++) created.push((await freshWebhook(team)).id)
    const [deleted = ""] = created.splice(1, 1)
    await run(deleteWebhook, asPerson(team), { webhook_id: deleted })
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const { data, meta } = await run(listWebhooks, asPerson(team), { limit: 1, ...(cursor && { cursor }) })
      expect(meta.total).toBe(3)
      listed.push(...data.map(({ id }) => id))
      cursor = meta.next_cursor ?? undefined
    } while (cursor)
    expect(listed).toEqual(created.toReversed())
  })

  it("sorts by URLs of the maximum length, on pages", async () => {
    const team = await freshTeam()
    const path = "a".repeat(2_048 - "https://c.example/".length)
    const urls = ["a", "b", "c"].map((host) => `https://${host}.example/${path}`)
    for (const url of urls) await freshWebhook(team, { url })
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const { data, meta } = await run(listWebhooks, asPerson(team), { limit: 1, sort: "url", cursor })
      listed.push(...data.map(({ url }) => url))
      cursor = meta.next_cursor ?? undefined
    } while (cursor)
    expect(listed).toEqual(urls)
  })

  it("sorts by URL in both directions", async () => {
    const team = await freshTeam()
    const urls = ["https://b.example/", "https://a.example/"]
    for (const url of urls) await freshWebhook(team, { url })
    const listed = async (sort: "url" | "-url") =>
      (await run(listWebhooks, asPerson(team), { sort })).data.map(({ url }) => url)
    expect(await listed("url")).toEqual(urls.toReversed())
    expect(await listed("-url")).toEqual(urls)
  })
})
