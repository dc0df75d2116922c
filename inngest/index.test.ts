import { beforeEach, expect, it, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { embedded } from "./client"
import { readFunctions } from "./engine/functions"
import { handle, serveFunctions } from "./index"

beforeEach(() => {
  vi.spyOn(log, "error").mockImplementation(() => {})
})

const call = (method: string, headers: Record<string, string> = {}, callee = handle) =>
  callee(
    new Request("http://localhost/api/inngest?fnId=signalbox-sweep&stepId=step", {
      method,
      headers: { host: "localhost", "content-type": "application/json", ...headers },
      ...(method !== "GET" && { body: JSON.stringify({ event: {}, events: [], steps: {}, ctx: { run_id: "r" } }) }),
    }),
  )

it.each(["GET", "POST", "PUT"])("rejects an unsigned %s", async (method) => {
  expect((await call(method)).status).toBe(401)
  expect((await call(method, {}, serveFunctions)).status).toBe(401)
})

it("rejects a call with a wrong or empty signature", async () => {
  const seconds = Math.floor(Date.now() / 1000)
  for (const signature of [`t=${seconds}&s=${"0".repeat(64)}`, `t=${seconds}&s=`, "s=1"])
    expect((await call("POST", { "x-inngest-signature": signature })).status).toBe(401)
})

it("serves the embedded engine in memory, and rejects every call over HTTP even with a valid signature", async () => {
  expect(await readFunctions({ handle, signingKey: embedded.signingKey })).toHaveLength(21)
  const overHttp = { handle: serveFunctions, signingKey: embedded.signingKey }
  await expect(readFunctions(overHttp)).rejects.toThrow(/401/)
})
