import { expect, it } from "vitest"
import type { ApiError } from "./problem"
import { queryProblemIn } from "./query-problem"

it("does not mention saving when the response of a query is lost", () => {
  const lost = { message: "Failed to fetch" } as unknown as ApiError
  expect(queryProblemIn(lost)?.detail).toBe("No response arrived. Check your connection, then try again.")
})

it("keeps the server's text when the server refused the query", () => {
  const problem = { status: 404, code: "resource_not_found", detail: "Gone.", request_id: "req_1", errors: [] }
  const refused = { data: { problem } } as unknown as ApiError
  expect(queryProblemIn(refused)).toMatchObject({ code: "resource_not_found", detail: "Gone.", requestId: "req_1" })
  expect(queryProblemIn(null)).toBeNull()
})
