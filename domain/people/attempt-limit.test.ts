import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asAnybody, freshPerson, password } from "@/domain/testing/person"
import { addressKey } from "@/domain/usage/quotas"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { countAttempts, refundAttempts } from "./attempt-limit"
import { changePassword } from "./change-password"
import { signIn } from "./sign-in"

beforeAll(() => void vi.stubEnv("RATE_LIMIT_STORE", "postgres"))
afterAll(() => void vi.unstubAllEnvs())

const storedPoints = (key: string) =>
  acrossTeams(() =>
    rows<{ points: number; seconds: number }>(sql`
    select points, (expire / 1000.0 - extract(epoch from now()))::float as seconds from rate_limit where key = ${key}`),
  )

describe("attempt limits", () => {
  it("are counted in the shared store for the whole window", async () => {
    const { actor } = await freshPerson()
    await signIn(asAnybody(), { email: actor.email, password: "wrong" }).catch(() => {})
    const [stored] = await storedPoints(`sign_in_account:${addressKey(actor.email)}`)
    expect(stored?.points).toBe(1)
    expect(stored?.seconds).toBeGreaterThan(1_800)
  })

  it("include the attempts that other processes counted", async () => {
    const { actor } = await freshPerson()
    const key = `sign_in_account:${addressKey(actor.email)}`
    const expire = Date.now() + 600_000
    await acrossTeams(() => rows(sql`insert into rate_limit (key, points, expire) values (${key}, 30, ${expire})`))
    await expect(signIn(asAnybody(), { email: actor.email, password })).rejects.toMatchObject({
      code: "sign_in_failed",
    })
  })

  it("reject with the time to wait", async () => {
    const attempts = [{ policy: "email_link_address", id: addressKey(`${Math.random()}`) }] as const
    for (let i = 0; i < 10; i++) await countAttempts(attempts)
    await expect(countAttempts(attempts)).rejects.toMatchObject({
      code: "rate_limited",
      message: "Too many attempts. Try again in 15 minutes.",
      headers: { "Retry-After": expect.any(String) },
    })
  })

  it("do not count returned attempts", async () => {
    const attempts = [{ policy: "email_link_address", id: addressKey(`${Math.random()}`) }] as const
    for (let i = 0; i < 20; i++) {
      await countAttempts(attempts)
      await refundAttempts(attempts)
    }
  })

  it("stop parallel guesses of the current password", async () => {
    const ada = await freshPerson()
    const guess = () => run(changePassword, ada, { current_password: "wrong", new_password: "a better password" })
    const codes = (await Promise.allSettled(Array.from({ length: 15 }, guess))).map((result) =>
      result.status === "rejected" ? result.reason.code : "changed",
    )
    expect(codes.filter((code) => code === "parameter_invalid")).toHaveLength(10)
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(5)
  })
})
