import { expect, it } from "vitest"
import { promptFilters } from "@/components/ai-visibility/prompt-filters"
import { clientFilters } from "@/components/clients/client-filters"
import { requestFilters } from "@/components/keys/request-filters"
import { callFilters } from "@/components/mcp/call-filters"
import { reportFilters } from "@/components/reports/report-filters"
import { signalFilters } from "@/components/signals/signal-labels"
import { deliveryFilters } from "@/components/webhooks/delivery-filters"
import { compareFromQuery } from "./ranges"

const name = "toString"
const period = { choice: "", days: {} }

it("ignores values in the URL that are names of inherited properties", () => {
  expect(clientFilters({ status: name }).status).toEqual(["active", "paused"])
  expect(reportFilters({ status: name })).not.toHaveProperty("status")
  expect(promptFilters({ status: name }, { topics: [], engines: [] }).status).toBeUndefined()
  const { type, min_severity, status } = signalFilters(
    { type: name, severity: name, status: name },
    { clients: [], period },
  )
  expect({ type, min_severity, status }).toEqual({ status: ["open", "acknowledged"] })
  expect(deliveryFilters({ state: name, response: name }, period)).toEqual({})
  expect(requestFilters({ status: name }, period)).not.toHaveProperty("status_class")
  expect(Object.keys(callFilters({ kind: name, result: name }, period))).toEqual(["cursor"])
  expect(compareFromQuery(name, "none")).toBe("none")
})
