import { expect, it } from "vitest"
import { Problem } from "@/domain/kernel/errors"
import type { McpCall } from "./call"
import { protocolErrorOf } from "./protocol-error"

const call = { ctx: { requestId: "req_1" } } as McpCall

it("hides the message of an internal error, and names the request", () => {
  const error = protocolErrorOf(call, new Error("connect ECONNREFUSED 10.0.0.7:5432"))
  expect(error.message).not.toContain("10.0.0.7")
  expect(error.data).toEqual({ request_id: "req_1" })
})

it("keeps the message of a problem, which is written for the caller", () => {
  const problem = new Problem("rate_limited", "The app calls too often.")
  expect(protocolErrorOf(call, problem).message).toBe("The app calls too often.")
})
