/** Tests a key in its grace period after a rotation: it works, and every response says when it ends. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { run } from "@/domain/kernel/operation"
import { rotateKey } from "@/domain/keys/rotate"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { restFetchHandler } from "."

const send = (path: string, secret: string, headers: Record<string, string> = {}) =>
  restFetchHandler(
    new Request(`http://localhost/api/v1${path}`, { headers: { authorization: `Bearer ${secret}`, ...headers } }),
  )
const end = ({ headers }: Response) => [headers.get("deprecation"), headers.get("sunset")]

afterEach(() => vi.useRealTimers())

/** A key rotated with a grace period of one day, and its successor. */
async function rotated() {
  const team = await freshTeam()
  const { id, secret } = await freshKey(team)
  const { data } = await run(rotateKey, asPerson(team), { key_id: id, grace: "24h" } as never)
  return { old: secret, successor: data.secret }
}

describe("a key that was rotated", () => {
  it("sends Deprecation and Sunset on successes, 304 and errors", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T06:12:03.500Z") })
    const { old, successor } = await rotated()
    vi.setSystemTime(new Date("2026-11-20T18:00:00.000Z"))
    const values = ["@1795155123", "Sat, 21 Nov 2026 06:12:03 GMT"]
    expect(new Date(1_795_155_123_000).toISOString()).toBe("2026-11-20T06:12:03.000Z")
    const responses = [
      await send("/clients", old),
      await send("/clients", old, { "if-none-match": "*" }),
      await send("/clients?limit=0", old),
      await send("/clients", old, { accept: "text/html" }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 304, 400, 406])
    for (const response of responses) expect(end(response)).toEqual(values)
    expect(end(await send("/clients", successor))).toEqual([null, null])
  })

  it("is rejected from the announced moment on", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T06:12:03.500Z") })
    const { old, successor } = await rotated()
    vi.setSystemTime(new Date("2026-11-21T06:12:03.499Z"))
    expect((await send("/me", old)).status).toBe(200)
    vi.setSystemTime(new Date("2026-11-21T06:12:03.500Z"))
    expect(await (await send("/me", old)).json()).toMatchObject({ code: "key_expired" })
    expect((await send("/me", successor)).status).toBe(200)
  })

  it("shows the end of its grace period in /me", async () => {
    const { old } = await rotated()
    const { data } = await (await send("/me", old)).json()
    expect(Date.parse(data.key.grace_until) - Date.now()).toBeGreaterThan(86_000_000)
  })
})
