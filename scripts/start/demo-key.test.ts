import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { networkInterfaces } from "node:os"
import { expect, it, onTestFinished } from "vitest"
import { isRevoked } from "./demo-key"

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"))

async function api(answers: (authorization: string | undefined) => number, hostname = "127.0.0.1") {
  const server = createServer(({ headers }, response) => response.writeHead(answers(headers.authorization)).end())
  server.listen(0, hostname)
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return { hostname, port: (server.address() as AddressInfo).port }
}

it("a key counts as revoked only when the API responds with 401", async () => {
  const address = await api((authorization) => (authorization === "Bearer sbx_test_live" ? 200 : 401))
  expect(await isRevoked("sbx_test_live", address)).toBe(false)
  expect(await isRevoked("sbx_test_gone", address)).toBe(true)
  expect(await isRevoked("sbx_test_live", await api(() => 503))).toBe(false)
  expect(await isRevoked("sbx_test_live", { hostname: "127.0.0.1", port: 9 })).toBe(false)
})

it.runIf(hasIPv6)("a key can be checked on a server with an IPv6 address", async () => {
  expect(await isRevoked("sbx_test_gone", await api(() => 401, "::1"))).toBe(true)
})
