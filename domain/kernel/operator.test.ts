import { afterEach, describe, expect, it, vi } from "vitest"
import { allOperations } from "@/domain/index"
import { confirmEmail } from "@/domain/people/confirm-email"
import { freshOperator } from "@/domain/testing/operator"
import { asAnybody, freshPerson } from "@/domain/testing/person"
import { type AnyOperation, run } from "./operation"
import { isOperator } from "./operator"

afterEach(() => vi.unstubAllEnvs())

describe("an operator", () => {
  it("is an account whose address is in SIGNALBOX_OPERATORS and proven; an unproven address does not count", async () => {
    const person = await freshPerson()
    const { id, email } = person.actor
    vi.stubEnv("SIGNALBOX_OPERATORS", `someone@example.test,${email.toUpperCase()}`)
    expect(await isOperator(id)).toBe(false)
    await confirmEmail(asAnybody(), person.actor, null)
    expect(await isOperator(id)).toBe(true)
    vi.stubEnv("SIGNALBOX_OPERATORS", "someone@example.test")
    expect(await isOperator(id)).toBe(false)
  })

  it("is an account that was made an operator on the command line", async () => {
    expect(await isOperator((await freshOperator()).actor.id)).toBe(true)
    expect(await isOperator((await freshPerson()).actor.id)).toBe(false)
  })
})

const operators = allOperations.filter(({ audience }) => audience === "operator")

describe.each(operators.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  it("rejects callers who are not operators before it validates the input", async () => {
    const call = run(operation as AnyOperation, await freshPerson(), { no_such_parameter: 1 })
    await expect(call).rejects.toMatchObject({ code: "role_missing" })
  })
})
