/** Tests that the API description, which is public, costs next to nothing. */
import { randomInt } from "node:crypto"
import * as zlib from "node:zlib"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { networkRequestsPerMinute } from "../network-quota"
import { clientAddressHeader, frontServerState } from "../origin"
import { handleRest } from "."

vi.mock("node:zlib", async (original) => {
  const real = await original<typeof zlib>()
  return { ...real, brotliCompress: vi.fn(real.brotliCompress), gzip: vi.fn(real.gzip) }
})

// As in the product, where the front server reports the caller's address.
beforeAll(() => {
  frontServerState().isRunning = true
})

const freshNetwork = () => `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`

const send = (ip: string, more: Record<string, string> = {}) =>
  handleRest({
    method: "GET",
    url: "http://localhost:3000/api/v1/openapi.json",
    headers: new Headers({ [clientAddressHeader]: ip, ...more }),
  })

describe("the API's description", () => {
  it("is compressed once per encoding", async () => {
    const ip = `${freshNetwork()}::1`
    for (const encoding of ["br", "gzip"])
      for (let i = 0; i < 3; i++) {
        const { status, headers, body } = await send(ip, { "accept-encoding": encoding })
        expect([status, headers["Content-Encoding"]]).toEqual([200, encoding])
        const text = (encoding === "br" ? zlib.brotliDecompressSync : zlib.gunzipSync)(body as Uint8Array)
        expect(JSON.parse(String(text)).openapi).toMatch(/^3\.1/)
      }
    expect(zlib.brotliCompress).toHaveBeenCalledTimes(1)
    expect(zlib.gzip).toHaveBeenCalledTimes(1)
  })

  it("is limited by network, like other requests without a key", async () => {
    const network = freshNetwork()
    for (let i = 0; i < networkRequestsPerMinute; i++) expect((await send(`${network}::${i}`)).status).toBe(200)
    const { status, headers, body } = await send(`${network}:ffff::1`)
    expect([status, headers["Retry-After"]]).toEqual([429, expect.any(String)])
    expect(JSON.parse(String(body))).toMatchObject({ code: "rate_limited", "violated-policies": ["network"] })
    expect((await send(`${freshNetwork()}::1`)).status).toBe(200)
  })
})
