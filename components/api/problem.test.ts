import { describe, expect, it } from "vitest"
import { type ApiError, fieldErrorAt, isSettled, isUnconfirmed, problemIn, remainingFieldErrors } from "./problem"

type FieldError = { parameter?: string; pointer?: string; code?: string; detail: string; fix?: string }

const apiError = (errors: FieldError[], status = 400, code = "parameter_invalid") =>
  ({
    data: {
      problem: {
        status,
        code,
        detail: errors.map((e) => e.detail).join(" "),
        request_id: "req_1",
        errors,
      },
    },
  }) as unknown as ApiError

const range = (index: number): FieldError => ({
  pointer: `/ip_allowlist/${index}`,
  detail: `/ip_allowlist/${index} is not an address.`,
  fix: "Use an address, such as 203.0.113.0/24.",
})

describe("the error messages of a failed call", () => {
  it("shows the advice at the field, and quotes the wrong entries of a list", () => {
    const problem = problemIn(apiError([range(0), range(2)]), { ip_allowlist: ["nowhere", "192.0.2.1", "there"] })
    expect(fieldErrorAt(problem, "ip_allowlist")).toBe(
      '"nowhere": use an address, such as 203.0.113.0/24. "there": use an address, such as 203.0.113.0/24.',
    )
    expect(problem && remainingFieldErrors(problem, ["ip_allowlist"])).toEqual([])
  })

  it("shows an error in a nested field at its outer field", () => {
    const problem = problemIn(apiError([{ pointer: "/headers/0/name", detail: "/headers/0/name is not allowed." }]), {
      headers: [{ name: "Host", value: "x" }],
    })
    expect(fieldErrorAt(problem, "headers")).toBe('"Host": is not allowed.')
    expect(fieldErrorAt(problem, "head")).toBeUndefined()
  })

  it("labels an error for which the form has no field", () => {
    const problem = problemIn(apiError([{ pointer: "/schedule/hour", detail: "/schedule/hour is more than 23." }]))
    expect(problem && remainingFieldErrors(problem, ["name"])).toEqual([
      { label: "Schedule hour", text: "Is more than 23." },
    ])
  })

  it("shows all errors of one field", () => {
    const problem = problemIn(
      apiError([
        { parameter: "url", detail: "url is not https." },
        { parameter: "url", detail: "url has a fragment." },
      ]),
    )
    expect(fieldErrorAt(problem, "url")).toBe("Is not https. Has a fragment.")
  })

  it("does not claim an outcome when no response arrived", () => {
    const lost = { message: "Failed to fetch" } as unknown as ApiError
    expect(isUnconfirmed(lost)).toBe(true)
    expect(isSettled(lost)).toBe(false)
    expect(problemIn(lost)?.detail).toMatch(/^We couldn't confirm that this was saved/)
  })

  it("treats a refused change (4xx) as settled, and a server error (5xx) as not settled", () => {
    expect(isSettled(apiError([], 409))).toBe(true)
    expect(isSettled(apiError([], 500))).toBe(false)
  })

  it("does not treat a change as settled while its first request still runs", () => {
    expect(isSettled(apiError([], 409, "idempotency_in_progress"))).toBe(false)
    expect(isSettled(apiError([], 409, "outcome_unknown"))).toBe(true)
  })
})
