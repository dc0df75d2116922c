import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createOpaqueToken } from "@/domain/connections/oauth/opaque-token"
import { failedAttemptsPerMinute } from "@/domain/keys/failed-attempts"
import { freshTeam } from "@/domain/testing/team"
import * as client from "@/prisma/client"
import { clientAddressHeader } from "../origin"
import { connectMember, serveMcp } from "../testing/mcp"
import { authenticateToken } from "./authenticate"

let close: () => Promise<void>
beforeAll(async () => {
  ;({ close } = await serveMcp())
})
afterAll(() => close())

const from = (ip: string, token?: string) =>
  authenticateToken(new Headers({ [clientAddressHeader]: ip, ...(token && { authorization: `Bearer ${token}` }) }))
const guess = (ip: string) => from(ip, createOpaqueToken("accessToken").value)

async function useUpFailures(ip: string) {
  for (let i = 0; i < failedAttemptsPerMinute; i++) expect(await guess(ip)).toMatchObject({ status: 401 })
}

describe("guessed access tokens", () => {
  it("are refused with 429 after a hundred in a minute from one network, and only from that network", async () => {
    await useUpFailures("198.51.100.21")
    await expect(guess("198.51.100.21")).rejects.toMatchObject({ code: "rate_limited", status: 429 })
    expect(await guess("198.51.100.22")).toMatchObject({ status: 401 })
    expect(await from("198.51.100.21"), "a request without a token is no guess").toMatchObject({ status: 401 })
  })

  it("over the limit are looked up two at a time, and a valid token among them is still found", async () => {
    const ip = "198.51.100.23"
    const { token } = await connectMember(await freshTeam())
    await useUpFailures(ip)
    const { pool } = client.database()
    const execute = pool.execute.bind(pool)
    let [running, most] = [0, 0]
    const counted = vi.spyOn(pool, "execute").mockImplementation(async (...query: Parameters<typeof execute>) => {
      most = Math.max(most, ++running)
      return execute(...query).finally(() => running--)
    })
    const guesses: Promise<unknown>[] = []
    for (let i = 0; i < 200; i++) {
      guesses.push(guess(ip).catch(({ code }) => code))
      // Tokens that arrive in the same turn would share one statement.
      await new Promise(setImmediate)
    }
    expect(await from(ip, token)).toMatchObject({ clientName: "Test client" })
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(["rate_limited"]))
    expect(most).toBeLessThanOrEqual(2)
    counted.mockRestore()
  })
})
