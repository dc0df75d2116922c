import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { isRevoked } from "./demo-key"

async function api(answers: (authorization: string | undefined) => number) {
  const server = createServer(({ headers }, response) => response.writeHead(answers(headers.authorization)).end())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test("a key is revoked when the API says that it does not know it any more, and only then", async () => {
  const address = await api((authorization) => (authorization === "Bearer sbx_test_live" ? 200 : 401))
  expect(await isRevoked("sbx_test_live", address)).toBe(false)
  expect(await isRevoked("sbx_test_gone", address)).toBe(true)
  expect(await isRevoked("sbx_test_live", await api(() => 503))).toBe(false)
  expect(await isRevoked("sbx_test_live", "http://127.0.0.1:9")).toBe(false)
})
