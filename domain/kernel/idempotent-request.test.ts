import { nanoid } from "nanoid"
import { describe, expect, it } from "vitest"
import { deleteExpired } from "@/domain/operating/retention"
import { acrossTeams, prisma } from "@/prisma/client"
import { Problem } from "./errors"
import { type IdempotentRequest, rowId, runIdempotently } from "./idempotent-request"

const freshChange = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  key: nanoid(32),
  person: "usr_ada",
  operation: "keys.create",
  input: { name: "Nightly export" },
  ...more,
})

/** Resolves when the work has started. `first` resolves when it ends, with the result of `work`. */
async function startChange(change: IdempotentRequest, work: Promise<string>) {
  const { promise: isStarted, resolve: started } = Promise.withResolvers<void>()
  const first = runIdempotently(change, () => {
    started()
    return work
  })
  await isStarted
  return { first }
}

describe("a change with an id", () => {
  it("is executed once and returns the same response each time", async () => {
    const change = freshChange()
    let times = 0
    const work = async () => ({ data: { secret: `sbx_live_${++times}` } })
    expect(await runIdempotently(change, work)).toEqual({ data: { secret: "sbx_live_1" } })
    expect(await runIdempotently(change, work)).toEqual({ data: { secret: "sbx_live_1" } })
    expect(times).toBe(1)
  })

  it("has the same input if only the order of its fields differs", async () => {
    const change = freshChange({ input: { name: "Nightly", limits: { a: 1, b: [2, 1] } } })
    await runIdempotently(change, async () => "done")
    const reordered = { ...change, input: { limits: { b: [2, 1], a: 1 }, name: "Nightly" } }
    expect(await runIdempotently(reordered, async () => "again")).toBe("done")
  })

  it("is rejected with another input", async () => {
    const change = freshChange()
    await runIdempotently(change, async () => "done")
    await expect(runIdempotently({ ...change, input: { name: "Other" } }, async () => "again")).rejects.toMatchObject({
      code: "idempotency_conflict",
      status: 409,
    })
  })

  it("belongs to one user and one operation", async () => {
    const change = freshChange()
    await runIdempotently(change, async () => "Ada's")
    expect(await runIdempotently({ ...change, person: "usr_grace" }, async () => "Grace's")).toBe("Grace's")
    expect(await runIdempotently({ ...change, operation: "keys.rotate" }, async () => "another")).toBe("another")
  })

  it("rejects a second request while the first one is running", async () => {
    const change = freshChange()
    const { promise, resolve } = Promise.withResolvers<string>()
    const { first } = await startChange(change, promise)
    await expect(runIdempotently(change, async () => "twice")).rejects.toMatchObject({
      code: "idempotency_in_progress",
    })
    resolve("once")
    expect(await first).toBe("once")
    expect(await runIdempotently(change, async () => "twice")).toBe("once")
  })

  it("can be retried after it was rejected", async () => {
    const change = freshChange()
    const refused = runIdempotently(change, async () => {
      throw new Problem("plan_limit_reached", "The plan is full.")
    })
    await expect(refused).rejects.toMatchObject({ code: "plan_limit_reached" })
    expect(await runIdempotently(change, async () => "done")).toBe("done")
  })

  it("is not executed again after an internal error, because it may have been saved", async () => {
    const change = freshChange()
    const failed = runIdempotently(change, async () => {
      throw new Error("the connection was lost during commit")
    })
    await expect(failed).rejects.toThrow("the connection was lost")
    await expect(runIdempotently(change, async () => "twice")).rejects.toMatchObject({ code: "outcome_unknown" })
  })

  it("is not executed again after its process died", async () => {
    const change = freshChange()
    await startChange(change, new Promise<string>(() => {}))
    await expect(runIdempotently(change, async () => "twice")).rejects.toMatchObject({
      code: "idempotency_in_progress",
    })
    await backdate(change, 10 * 60_000)
    await expect(runIdempotently(change, async () => "twice")).rejects.toMatchObject({ code: "outcome_unknown" })
  })

  it("requires an id that cannot be guessed", async () => {
    await expect(runIdempotently(freshChange({ key: "1" }), async () => "done")).rejects.toMatchObject({
      code: "parameter_invalid",
    })
  })
})

describe("the stored row of a change", () => {
  it("contains neither the response nor the input nor the id in readable form", async () => {
    const change = freshChange({ input: { password: "correct horse battery" } })
    await runIdempotently(change, async () => ({ secret: "sbx_live_0123456789" }))
    const rows = await acrossTeams(() => prisma.idempotentChange.findMany())
    const stored = rows.flatMap(({ id, input_hash, answer }) => [id, input_hash, answer ?? new Uint8Array()])
    expect(stored.some(({ length }) => length > 0)).toBe(true)
    for (const bytes of stored)
      for (const text of [change.key, "sbx_live_0123456789", "correct horse"])
        expect(Buffer.from(bytes).includes(text)).toBe(false)
  })

  it("is deleted after a day", async () => {
    const old = freshChange()
    const fresh = freshChange()
    await runIdempotently(old, async () => "old")
    await backdate(old, 25 * 3_600_000)
    await runIdempotently(fresh, async () => "fresh")
    expect((await deleteExpired("idempotent_change")).deleted).toBeGreaterThan(0)
    expect(await runIdempotently(fresh, async () => "twice")).toBe("fresh")
    expect(await runIdempotently(old, async () => "new")).toBe("new")
  })
})

const backdate = (change: IdempotentRequest, ms: number) =>
  acrossTeams(() =>
    prisma.idempotentChange.update({ where: { id: rowId(change) }, data: { started_at: new Date(Date.now() - ms) } }),
  )
