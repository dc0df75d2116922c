import { describe, expect, it, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { generateKey } from "@/domain/kernel/key-format"
import { run } from "@/domain/kernel/operation"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { database } from "@/prisma/client"
import { failedAttemptsPerMinute } from "./failed-attempts"
import { getKey } from "./get"
import { reportLeak } from "./report-leak"

let last = 0
const freshOrigin = (userAgent: string | null = null) => ({ ip: `198.19.0.${++last}`, userAgent })

describe("a leaked key", () => {
  it("is revoked in every team it belongs to, and the audit entry does not contain the key", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const a = await freshKey(team)
    const b = await freshKey(other)
    expect(await reportLeak(`/clients?one=${a.secret}&two=${b.secret}`, freshOrigin(`curl ${a.secret}`))).toBe(true)
    for (const [t, { id, secret }] of [
      [team, a],
      [other, b],
    ] as const) {
      const { data } = await run(getKey, asPerson(t), { key_id: id } as never)
      expect(data).toMatchObject({ state: "revoked", revoke_reason: "leaked" })
      const audit = await run(listAudit, asPerson(t), { action: "key.leaked" })
      expect(audit.data[0]).toMatchObject({ subject_id: id, actor_kind: "system" })
      expect(JSON.stringify(audit.data)).not.toContain(secret.slice(9, 39))
    }
  })

  it("is revoked and recorded once when it is in several requests at the same time", async () => {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    const results = await Promise.all(Array.from({ length: 5 }, () => reportLeak(secret, freshOrigin())))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect((await run(listAudit, asPerson(team), { action: "key.leaked" })).data).toHaveLength(1)
  })

  it("is not looked up when it is mistyped or not a key", async () => {
    const query = vi.spyOn(database().prisma, "$transaction")
    expect(await reportLeak("/clients?tag=sbx_live_", freshOrigin())).toBeUndefined()
    expect(await reportLeak(`/clients?key=${generateKey("live").slice(0, -1)}!`, freshOrigin())).toBeUndefined()
    expect(await reportLeak("/clients?key=sbx_live_0123456789ABCDEFGHIJabcdefghij000000", freshOrigin())).toBe(false)
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
  })

  it("that is unknown counts as a failed attempt, so keys cannot be guessed", async () => {
    const origin = freshOrigin()
    for (let i = 0; i < failedAttemptsPerMinute; i++) expect(await reportLeak(generateKey("live"), origin)).toBe(false)
    await expect(reportLeak(generateKey("live"), origin)).rejects.toMatchObject({ code: "rate_limited" })
  })

  it("is revoked even when its network has too many failed attempts", async () => {
    const origin = freshOrigin()
    for (let i = 0; i <= failedAttemptsPerMinute; i++) await reportLeak(generateKey("live"), origin).catch(() => {})
    const { secret } = await freshKey(await freshTeam())
    expect(await reportLeak(secret, origin)).toBe(true)
  })
})
