import { expect, it, onTestFinished } from "vitest"
import { receiver } from "@/domain/testing/receiver"
import { describeNetworkError } from "./event-api"

it("describes a timeout in words", async () => {
  const hook = await receiver(() => {}) // never responds
  onTestFinished(hook.close)
  const signal = AbortSignal.timeout(100)
  const error = await fetch(hook.url, { signal }).catch((error: unknown) => error)
  expect(describeNetworkError(error, 100)).toBe("no response within 0.1 s")
})
