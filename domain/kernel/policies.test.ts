import { afterEach, expect, it, vi } from "vitest"
import {
  allTeamsUseOperatorEngines,
  checkPolicies,
  operatorAddresses,
  ownersChangePlans,
  signUpPolicy,
} from "./policies"

afterEach(() => vi.unstubAllEnvs())

it("a policy that is not set has its strict value", () => {
  for (const name of ["SIGNALBOX_SIGN_UP", "SIGNALBOX_PLAN_CHANGES", "SIGNALBOX_OPERATOR_ENGINES"]) vi.stubEnv(name, "")
  expect([signUpPolicy(), ownersChangePlans(), allTeamsUseOperatorEngines()]).toEqual(["invite", false, false])
})

it.each([
  ["SIGNALBOX_SIGN_UP", "everyone", "SIGNALBOX_SIGN_UP must be invite or open or closed"],
  ["SIGNALBOX_PLAN_CHANGES", "Owner", "SIGNALBOX_PLAN_CHANGES must be operator or owner"],
  ["SIGNALBOX_OPERATOR_ENGINES", "true", "SIGNALBOX_OPERATOR_ENGINES must be allowed or all"],
  ["SIGNALBOX_OPERATORS", "ada@example.test; grace", "SIGNALBOX_OPERATORS must contain email addresses"],
])("an invalid %s is rejected with a clear message", (name, value, message) => {
  vi.stubEnv(name, value)
  expect(checkPolicies).toThrow(message)
})

it("operators are identified by their addresses, ignoring case", () => {
  vi.stubEnv("SIGNALBOX_OPERATORS", " Ada@Example.test,grace@example.test ,")
  expect(operatorAddresses()).toEqual(["ada@example.test", "grace@example.test"])
})
