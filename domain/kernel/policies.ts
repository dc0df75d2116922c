/**
 * Reads what the operator allows on this installation, from environment variables.
 *
 * The default of a variable is its first value below. The defaults are strict, so strangers cannot use what the
 * operator of a public installation pays for. Commands set the trial values, except with NODE_ENV=production and a
 * DATABASE_URL.
 */

const policies = {
  /** Who may create an account: people with an invitation, everyone, or no one. */
  SIGNALBOX_SIGN_UP: ["invite", "open", "closed"],
  /** Who changes a team's plan: the operator or the team's owner. */
  SIGNALBOX_PLAN_CHANGES: ["operator", "owner"],
  /** Which teams may use the engines of AI_ENGINE_URLS: those that the operator allows, or all. */
  SIGNALBOX_OPERATOR_ENGINES: ["allowed", "all"],
} as const

type Name = keyof typeof policies
type Value<N extends Name> = (typeof policies)[N][number]

/** For trials: everyone may sign up, owners choose their plan, and all teams use the operator's engines. */
export const trialPolicies: { [N in Name]: Value<N> } = {
  SIGNALBOX_SIGN_UP: "open",
  SIGNALBOX_PLAN_CHANGES: "owner",
  SIGNALBOX_OPERATOR_ENGINES: "all",
}

export const signUpPolicy = () => readPolicy("SIGNALBOX_SIGN_UP")
export const ownersChangePlans = () => readPolicy("SIGNALBOX_PLAN_CHANGES") === "owner"
export const allTeamsUseOperatorEngines = () => readPolicy("SIGNALBOX_OPERATOR_ENGINES") === "all"

/** Throws an error with a clear message for the first variable with an invalid value. */
export function checkPolicies() {
  for (const name of Object.keys(policies) as Name[]) readPolicy(name)
  operatorAddresses()
}

function readPolicy<N extends Name>(name: N): Value<N> {
  const allowed: readonly Value<N>[] = policies[name]
  const setting = process.env[name]
  const found = setting ? allowed.find((value) => value === setting) : allowed[0]
  if (found === undefined) throw new Error(`${name} must be ${allowed.join(" or ")}, but it is "${setting}".`)
  return found
}

/** SIGNALBOX_OPERATORS: comma-separated email addresses, returned in lower case. */
export function operatorAddresses(): string[] {
  const addresses = (process.env.SIGNALBOX_OPERATORS ?? "")
    .split(",")
    .map((address) => address.trim().toLowerCase())
    .filter(Boolean)
  const invalid = addresses.find((address) => !/^[^@\s]+@[^@\s]+$/.test(address))
  if (invalid)
    throw new Error(
      `SIGNALBOX_OPERATORS must contain email addresses, separated by commas. "${invalid}" is not an email address.`,
    )
  return addresses
}
