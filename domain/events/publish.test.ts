import { createHash } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { type EventData, events } from "./catalogue"
import { publish } from "./publish"

const data = events["scan.completed"].example

type More = Partial<Parameters<typeof publish<"scan.completed">>[1]>

const announce = (team: TeamFacts, more: More = {}) =>
  inTeam(team.id, () =>
    prisma.$transaction((tx) => publish(tx, { team_id: team.id, type: "scan.completed", data, ...more })),
  )

const messagesOf = ({ id: team_id }: TeamFacts) =>
  inTeam(team_id, () => prisma.webhookMessage.findMany({ where: { team_id }, orderBy: { seq: "asc" } }))
const deliveriesOf = ({ id: team_id }: TeamFacts) =>
  inTeam(team_id, () => prisma.webhookDelivery.findMany({ where: { team_id } }))
const receiversOf = async (team: TeamFacts) => (await deliveriesOf(team)).map((delivery) => delivery.endpoint_id).sort()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe("publishing an event", () => {
  it("stores the message with its number, size and hash, and a due delivery", async () => {
    const team = await freshTeam()
    const endpoint = await freshEndpoint(team)
    const published = await announce(team)
    const [message] = await messagesOf(team)
    expect(published).toEqual({ id: message?.id })
    expect(message?.id).toMatch(/^msg_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(message).toMatchObject({ type: "scan.completed", seq: 1n, api_version: "2026-11-01", is_test: false })
    const body = message?.body ?? ""
    expect(message?.bytes).toBe(Buffer.byteLength(body))
    expect(Buffer.from(message?.body_sha256 ?? [])).toEqual(createHash("sha256").update(body).digest())
    const [delivery] = await deliveriesOf(team)
    expect(delivery?.id).toMatch(/^dlv_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(delivery).toMatchObject({
      message_id: message?.id,
      endpoint_id: endpoint.id,
      event_type: "scan.completed",
      state: "pending",
      trigger: "auto",
      attempts: 0,
    })
    expect(delivery?.next_attempt_at?.getTime()).toBe(delivery?.created_at.getTime())
  })

  it("stores the body as documented: fields in order, and all characters unchanged", async () => {
    const team = await freshTeam()
    const occurred_at = new Date("2026-11-20T06:12:03.123Z")
    const odd: EventData<"test.ping"> = {
      ping: { message: 'café ☃ 😀 "quoted" \\ \u0000 \ud800', endpoint_id: newId("endpoint"), sent_by: null },
    }
    const event = { team_id: team.id, type: "test.ping" as const, data: odd, occurred_at, is_test: true }
    const id = await inTeam(team.id, () => prisma.$transaction((tx) => publish(tx, event))).then((made) => made?.id)
    const [message] = await messagesOf(team)
    const expected = { id, type: "test.ping", timestamp: "2026-11-20T06:12:03.123Z", api_version: "2026-11-01", seq: 1 }
    expect(message?.body).toBe(JSON.stringify({ ...expected, team: { id: team.id }, test: true, data: odd }))
    expect(message?.occurred_at).toEqual(occurred_at)
  })

  it("stores nothing when the change is rolled back", async () => {
    const team = await freshTeam()
    await freshEndpoint(team)
    const failing = inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        await publish(tx, { team_id: team.id, type: "scan.completed", data })
        throw new Error("the change failed")
      }),
    )
    await expect(failing).rejects.toThrow("the change failed")
    expect([await messagesOf(team), await deliveriesOf(team)]).toEqual([[], []])
    await announce(team)
    expect((await messagesOf(team)).map((message) => message.seq)).toEqual([1n])
  })

  it("rejects data that does not fit the catalogue, before anything is stored", async () => {
    const team = await freshTeam()
    const wrong = { scan: { ...data.scan, status: "canceled" } } as never
    await expect(announce(team, { data: wrong })).rejects.toThrow(/scan.completed does not match its schema/)
    expect(await messagesOf(team)).toEqual([])
  })

  it("stores such data in production and logs an error", async () => {
    vi.stubEnv("NODE_ENV", "production")
    const logged = vi.spyOn(log, "error").mockReturnValue()
    const team = await freshTeam()
    const wrong = { scan: { ...data.scan, status: "canceled" } } as never
    await announce(team, { data: wrong })
    expect(JSON.parse((await messagesOf(team))[0]?.body ?? "").data).toEqual(wrong)
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ type: "scan.completed" }), expect.any(String))
  })

  it("drops fields that the catalogue does not name, so that a secret cannot leak", async () => {
    const team = await freshTeam()
    const chatty = { scan: { ...data.scan, api_secret: "hunter2" } }
    await announce(team, { data: chatty })
    expect((await messagesOf(team))[0]?.body).not.toContain("hunter2")
  })

  it("rejects a body of more than 256 KiB", async () => {
    const team = await freshTeam()
    const large = (characters: number) => ({
      ping: { message: "x".repeat(characters), endpoint_id: newId("endpoint"), sent_by: null },
    })
    const send = (characters: number) =>
      inTeam(team.id, () =>
        prisma.$transaction((tx) =>
          publish(tx, { team_id: team.id, type: "test.ping", data: large(characters), is_test: true }),
        ),
      )
    await expect(send(256 * 1024)).rejects.toMatchObject({ code: "body_too_large" })
    await send(255 * 1024)
    const messages = await messagesOf(team)
    expect(messages.map(({ bytes, body }) => bytes === body.length && bytes > 255 * 1024)).toEqual([true])
  })
})

describe("an event with a dedupe_key", () => {
  it("is published once: the second call writes nothing and uses no number", async () => {
    const team = await freshTeam()
    await freshEndpoint(team)
    expect(await announce(team, { dedupe_key: "scan.completed:1" })).not.toBeNull()
    expect(await announce(team, { dedupe_key: "scan.completed:1" })).toBeNull()
    await announce(team)
    expect((await messagesOf(team)).map((message) => message.seq)).toEqual([1n, 2n])
    expect(await deliveriesOf(team)).toHaveLength(2)
  })

  it("can be published by two teams with the same key", async () => {
    for (const team of [await freshTeam(), await freshTeam()])
      expect(await announce(team, { dedupe_key: "scan.completed:1" })).not.toBeNull()
  })

  it("is published once by six concurrent calls, without a gap in the numbers", async () => {
    const team = await freshTeam()
    const written = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const event = { team_id: team.id, type: "scan.completed" as const, data, dedupe_key: "scan.completed:1" }
    const first = inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        const made = await publish(tx, event)
        written.resolve()
        await released.promise
        return made
      }),
    )
    await written.promise
    const others = Array.from({ length: 5 }, () => announce(team, { dedupe_key: "scan.completed:1" }))
    await setTimeout(300)
    released.resolve()
    expect(await first).not.toBeNull()
    expect(await Promise.all(others)).toEqual([null, null, null, null, null])
    await announce(team)
    expect((await messagesOf(team)).map((message) => message.seq)).toEqual([1n, 2n])
  })
})

describe("the numbers of a team's events", () => {
  it("have no gap and no duplicate when fifty are published concurrently and some fail", async () => {
    const team = await freshTeam()
    await freshEndpoint(team)
    const one = (n: number) =>
      inTeam(team.id, () =>
        prisma.$transaction(
          async (tx) => {
            await publish(tx, { team_id: team.id, type: "scan.completed", data })
            if (n % 5 === 0) throw new Error("rolled back")
          },
          { maxWait: 30_000, timeout: 30_000 },
        ),
      )
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => one(n)))
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(40)
    const messages = await messagesOf(team)
    expect(messages.map((message) => Number(message.seq))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    expect(messages.every(({ body, seq }) => JSON.parse(body).seq === Number(seq))).toBe(true)
    expect(new Set((await deliveriesOf(team)).map((delivery) => delivery.id)).size).toBe(40)
  })
})

describe("an event goes to", () => {
  it("the endpoints that subscribe to it by type, by family or with *", async () => {
    const team = await freshTeam()
    const asking = [["*"], ["scan.*"], ["signal.created", "scan.completed"]]
    const others = [["signal.*"], ["test.ping"], [], ["scan"], ["completed.*"]]
    const wanted = await Promise.all(asking.map((event_types) => freshEndpoint(team, { event_types })))
    await Promise.all(others.map((event_types) => freshEndpoint(team, { event_types })))
    await freshEndpoint(await freshTeam())
    await announce(team)
    expect(await receiversOf(team)).toEqual(wanted.map((endpoint) => endpoint.id).sort())
  })

  it("each endpoint by its state: pending, held, or no delivery", async () => {
    const team = await freshTeam()
    const expected = { active: "pending", paused_user: "held", disabled_auto: "held", disabled_gone: "held" }
    const states = [...Object.keys(expected), "deleted"]
    const endpoints = await Promise.all(states.map((state) => freshEndpoint(team, { state })))
    await announce(team)
    const stateOf = Object.fromEntries(endpoints.map((endpoint) => [endpoint.id, endpoint.state]))
    const deliveries = await deliveriesOf(team)
    expect(Object.fromEntries(deliveries.map((d) => [stateOf[d.endpoint_id], d.state]))).toEqual(expected)
    for (const delivery of deliveries)
      expect(delivery.next_attempt_at !== null, delivery.state).toBe(delivery.state === "pending")
  })

  it("no endpoint, but is held, when the team's plan has no developer access or the team is suspended", async () => {
    const suspended = await freshTeam()
    await inTeam(suspended.id, () =>
      prisma.team.updateMany({ where: { id: suspended.id }, data: { is_suspended: true } }),
    )
    for (const team of [await freshTeam({ plan: "free" }), suspended]) {
      await freshEndpoint(team)
      await announce(team)
      expect(await deliveriesOf(team)).toMatchObject([{ state: "held", next_attempt_at: null }])
    }
  })

  it("all other endpoints, when it is about one of them", async () => {
    const team = await freshTeam()
    const about = await freshEndpoint(team)
    const other = await freshEndpoint(team)
    await announce(team, { except_endpoint_id: about.id })
    expect(await receiversOf(team)).toEqual([other.id])
  })

  it("one endpoint only, when it is for that one, regardless of its event types", async () => {
    const team = await freshTeam()
    const [meant] = [await freshEndpoint(team, { event_types: ["signal.*"] }), await freshEndpoint(team)]
    await announce(team, { only_endpoint_id: meant.id })
    expect(await receiversOf(team)).toEqual([meant.id])
  })

  it("each of 600 endpoints", async () => {
    const team = await freshTeam()
    const { id: _, ...endpoint } = await freshEndpoint(team)
    const more = Array.from({ length: 599 }, () => ({ ...endpoint, headers_sealed: null, id: newId("endpoint") }))
    await inTeam(team.id, () => prisma.webhookEndpoint.createMany({ data: more }))
    await announce(team)
    expect(new Set(await receiversOf(team)).size).toBe(600)
  })
})
