import { expect, it, vi } from "vitest"
import { getShared } from "@/domain/reports/sharing/get-shared"
import { createCaller } from "./caller"

const page = createCaller({
  person: null,
  teamSlug: null,
  origin: { ip: "198.51.100.7", userAgent: null },
  requestId: "req_ofThePage",
})
const digest = () => page.reports.getShared({ token: "unknown" }).catch((error) => error.digest)

it("a failed call gives the error page its request id and its error code", async () => {
  expect(await digest()).toBe("req_ofThePage resource_not_found")
  const failing = vi.spyOn(getShared, "handle").mockRejectedValue(new Error("a bug"))
  expect(await digest()).toBe("req_ofThePage internal_error")
  failing.mockRestore()
})
