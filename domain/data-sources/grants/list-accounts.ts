/** Lists the accounts that an authorization reaches, as the platform reports them now. */
import { z } from "zod"
import { currencyCode, timezoneInput, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { defineOperation } from "@/domain/kernel/operation"
import type { Account } from "../connectors/connector"
import { connectors } from "../connectors/index"
import { openSession } from "../connectors/session"
import { withPlatformProblems } from "./platform-problem"
import { requireGrant } from "./stored-grant"

const listTimeoutMs = 45_000

export const listAccounts = defineOperation({
  id: "dataSources.listAccounts",
  summary: "List the accounts of an authorization",
  audience: "team",
  kind: "query",
  role: "admin",
  input: z.strictObject({ grant_id: id("sourceGrant") }),
  output: z.array(
    z.object({ id: z.string(), name: z.string(), timezone: z.string(), currency: currencyCode().nullable() }),
  ),
  fails: ["state_conflict", "upstream_error"],
  handle: async ({ team }, { grant_id }) => ({ data: await accountsOf(team.id, grant_id) }),
})

export async function accountsOf(teamId: string, grantId: string) {
  const { provider, credentials } = await requireGrant(teamId, grantId)
  const session = openSession(provider, credentials, AbortSignal.timeout(listTimeoutMs))
  const accounts = await withPlatformProblems(connectors[provider].listAccounts(session))
  return accounts.map((account) => ({ ...account, name: withoutUnstorableCharacters(account.name) })).filter(isStorable)
}

const timezoneSchema = timezoneInput()

/** False for an account that Signalbox cannot store. The list leaves it out and contains the others. */
function isStorable({ id, timezone, currency }: Account): boolean {
  const canBeStored =
    timezoneSchema.safeParse(timezone).success &&
    (currency === null || /^[A-Z]{3}$/.test(currency)) &&
    withoutUnstorableCharacters(id) === id
  if (!canBeStored)
    log.warn({ account_id: id, timezone, currency }, "left out an account with an unknown time zone or currency")
  return canBeStored
}
