/** Tests the states of a change in the audit log. */
import { expect, it } from "vitest"
import { changedStates } from "./record"

it("has the name of the subject in both states, and the old and new values of the fields that change", () => {
  const old = { name: "Bergamo", industry: null, currency: "EUR" }
  expect(changedStates({ name: old.name }, old, { currency: "USD" })).toEqual({
    before: { name: "Bergamo", currency: "EUR" },
    after: { name: "Bergamo", currency: "USD" },
  })
  expect(changedStates({ name: old.name }, old, { name: "Milano" })).toEqual({
    before: { name: "Bergamo" },
    after: { name: "Milano" },
  })
})
