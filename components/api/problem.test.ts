import { describe, expect, it } from "vitest"
import { type Failure, faultAt, faultsBeside, isSettled, isUnconfirmed, problemIn } from "./problem"

type Fault = { parameter?: string; pointer?: string; code?: string; detail: string; fix?: string }

const failure = (errors: Fault[], status = 400) =>
  ({
    data: {
      problem: {
        status,
        code: "parameter_invalid",
        detail: errors.map((e) => e.detail).join(" "),
        request_id: "req_1",
        errors,
      },
    },
  }) as unknown as Failure

const range = (index: number): Fault => ({
  pointer: `/ip_allowlist/${index}`,
  detail: `/ip_allowlist/${index}: is not an address.`,
  fix: "Give an address, such as 203.0.113.0/24.",
})

describe("a failure in words", () => {
  it("says at the field what to enter, and names the entries of a list", () => {
    const problem = problemIn(failure([range(0), range(2)]), { ip_allowlist: ["nowhere", "192.0.2.1", "there"] })
    expect(faultAt(problem, "ip_allowlist")).toBe(
      '"nowhere": enter an address, such as 203.0.113.0/24. "there": enter an address, such as 203.0.113.0/24.',
    )
    expect(problem && faultsBeside(problem, ["ip_allowlist"])).toEqual([])
  })

  it("puts a fault inside a field at that field", () => {
    const problem = problemIn(failure([{ pointer: "/headers/0/name", detail: "/headers/0/name: is not allowed." }]), {
      headers: [{ name: "Host", value: "x" }],
    })
    expect(faultAt(problem, "headers")).toBe('"Host": is not allowed.')
    expect(faultAt(problem, "head")).toBeUndefined()
  })

  it("names the place in words when the form has no field for it", () => {
    const problem = problemIn(failure([{ pointer: "/schedule/hour", detail: "/schedule/hour: is more than 23." }]))
    expect(problem && faultsBeside(problem, ["name"])).toEqual([{ label: "Schedule hour", text: "Is more than 23." }])
  })

  it("keeps every fault of one field", () => {
    const problem = problemIn(
      failure([
        { parameter: "url", detail: "url: is not https." },
        { parameter: "url", detail: "url: has a fragment." },
      ]),
    )
    expect(faultAt(problem, "url")).toBe("Is not https. Has a fragment.")
  })

  it("claims nothing when no response arrived", () => {
    const lost = { message: "Failed to fetch" } as unknown as Failure
    expect(isUnconfirmed(lost)).toBe(true)
    expect(isSettled(lost)).toBe(false)
    expect(problemIn(lost)?.detail).toMatch(/^We couldn't confirm that this was saved/)
  })

  it("knows what became of a change that was refused, and not of one that failed on our side", () => {
    expect(isSettled(failure([], 409))).toBe(true)
    expect(isSettled(failure([], 500))).toBe(false)
  })
})
