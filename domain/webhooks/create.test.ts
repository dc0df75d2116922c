import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import type { TeamFacts } from "@/domain/kernel/context"
import type { Problem } from "@/domain/kernel/errors"
import { run } from "@/domain/kernel/operation"
import { limitsOf } from "@/domain/kernel/plans"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { createWebhook } from "./create"
import { deleteWebhook } from "./delete"
import { getWebhook } from "./get"
import { listWebhooks } from "./list"
import { secretText } from "./signature"
import { signingMaterialOf } from "./signing-material"

const wanted = { url: "https://crm.example.com/hooks", event_types: ["signal.*"] }
const create = (team: TeamFacts, more: object = {}) =>
  run(createWebhook, asPerson(team), { ...wanted, ...more } as never)
const count = async (team: TeamFacts) => (await run(listWebhooks, asPerson(team), {})).meta.total

describe("webhooks.create", () => {
  it("returns the secret, which appears nowhere else", async () => {
    const team = await freshTeam()
    const { data } = await create(team, {
      headers: [{ name: "X-Gateway-Token", value: "tok-93715" }],
      description: " CRM ",
    })
    expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await signingMaterialOf(data.webhook.id)).secrets.map(secretText)).toEqual([data.secret])
    const seen = [
      data.webhook,
      await run(getWebhook, asPerson(team, "viewer"), { webhook_id: data.webhook.id }),
      await run(listWebhooks, asPerson(team, "viewer"), {}),
      await run(listAudit, asPerson(team), {}),
    ]
    expect(JSON.stringify(seen)).not.toContain(data.secret.slice(6))
    expect(JSON.stringify(seen)).not.toContain("tok-93715")
  })

  it("creates an active endpoint with the given settings and the defaults", async () => {
    const team = await freshTeam()
    const events = ["signal.created", "scan.completed", "signal.created"]
    const headers = [
      { name: "X-B", value: "2" },
      { name: "X-A", value: "1" },
    ]
    const { data } = await create(team, { event_types: events, max_per_second: 5, headers })
    expect(data.webhook).toMatchObject({
      ...{ url: wanted.url, event_types: ["scan.completed", "signal.created"], description: "", max_per_second: 5 },
      ...{
        state: "active",
        health: "active",
        why: "No request has succeeded yet.",
        retry_profile: "standard",
      },
      ...{ is_fifo: false, signs_ed25519: false, header_names: ["x-b", "x-a"], api_version: "2026-11-01" },
      ...{ counts: { pending: 0, in_flight: 0, held: 0, scheduled: 0 }, secrets: [{ version: 1, expires_at: null }] },
    })
    expect((await signingMaterialOf(data.webhook.id)).headers).toEqual({ "x-b": "2", "x-a": "1" })
  })

  it("stores the URL in normalized form", async () => {
    const { data } = await create(await freshTeam(), { url: " HTTPS://Bücher.Example.com.:443/Hook?a=1 " })
    expect(data.webhook.url).toBe("https://xn--bcher-kva.example.com/Hook?a=1")
  })

  it("creates the team's ed25519 key with the first endpoint that enables it", async () => {
    const team = await freshTeam()
    const one = await create(team, { signs_ed25519: true })
    const two = await create(team, { url: "https://b.example.com", signs_ed25519: true })
    const keys = await Promise.all(
      [one, two].map(async ({ data }) => (await signingMaterialOf(data.webhook.id)).ed25519),
    )
    expect(keys.map((k) => k.length)).toEqual([1, 1])
    expect(keys[0]?.[0]?.equals(keys[1]?.[0] as never)).toBe(true)
  })

  it("requires an admin or owner, and a plan with webhooks", async () => {
    const team = await freshTeam()
    for (const role of ["viewer", "member"] as const)
      await expect(run(createWebhook, asPerson(team, role), wanted)).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(createWebhook, asKey(team), wanted)).rejects.toMatchObject({ code: "scope_missing" })
    await run(createWebhook, asPerson(team, "admin"), wanted)
    await expect(create(await freshTeam({ plan: "free" }))).rejects.toMatchObject({
      code: "plan_required",
      status: 403,
    })
  })
})

describe("webhooks.create writes nothing", () => {
  it("for URLs that are not allowed, and reports every reason", async () => {
    const team = await freshTeam()
    const refused = create(team, { url: "http://user:pw@10.0.0.1:8080/#x" })
    await expect(refused).rejects.toMatchObject({ code: "url_not_allowed", status: 422 })
    const { errors } = (await refused.catch((problem) => problem)) as Problem
    expect(errors.length).toBeGreaterThanOrEqual(5)
    expect(await count(team)).toBe(0)
  })

  it("for events that do not exist, and reports each of them", async () => {
    const team = await freshTeam()
    const refused = create(team, { event_types: ["signal.created", "signal.creatd", "nothing.*", "scan", ""] })
    await expect(refused).rejects.toMatchObject({
      code: "event_type_unknown",
      errors: [1, 2, 3, 4].map((at) => ({ pointer: `/event_types/${at}` })),
    })
    await expect(refused).rejects.toThrow('event type "signal.creatd" does not exist')
    expect(await count(team)).toBe(0)
  })

  it("for a second endpoint with the same events and URL, in any order", async () => {
    const team = await freshTeam()
    const both = ["signal.created", "scan.completed"]
    const { data } = await create(team, { event_types: both })
    const twin = { event_types: [...both].reverse(), url: "https://CRM.example.com/hooks" }
    await expect(create(team, twin)).rejects.toMatchObject({
      code: "endpoint_duplicate",
      status: 409,
      extra: { webhook_id: data.webhook.id },
    })
    await create(team, { event_types: ["signal.created"] })
    await create(team, { event_types: both, url: "https://crm.example.com/other" })
    await create(await freshTeam(), { event_types: both })
    await run(deleteWebhook, asPerson(team), { webhook_id: data.webhook.id })
    await create(team, twin)
  })

  it("beyond the plan's limit, also with requests at the same time", async () => {
    const team = await freshTeam({ plan: "pro" })
    const most = limitsOf("pro").webhookEndpoints
    for (let i = 1; i < most; i++) await create(team, { url: `https://a.example.com/${i}` })
    const last = await Promise.allSettled([1, 2, 3, 4].map((n) => create(team, { url: `https://b.example.com/${n}` })))
    expect(last.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    await expect(create(team)).rejects.toMatchObject({ code: "plan_limit_reached", status: 403 })
    expect(await count(team)).toBe(most)
    const [first] = (await run(listWebhooks, asPerson(team), {})).data
    await run(deleteWebhook, asPerson(team), { webhook_id: first?.id ?? "" })
    await create(team)
  })
})
