import { expect, it } from "vitest"
import { apiCall } from "./api-call"

it("has the command and the tool of the operation with this path", () => {
  const { curl, tool } = apiCall("/clients?status=active")
  expect(curl).toContain('/api/v1/clients?status=active"')
  expect(tool).toBe("list_clients")
  expect(apiCall("/ai-visibility/projects/aip_1/citations/changes").tool).toBeUndefined()
})

it("has no tool if the operation has none", () => {
  expect(apiCall("/signal-rules?sort=name").tool).toBeUndefined()
})
