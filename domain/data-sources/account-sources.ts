/** Finds or creates the data sources of an import: one for each account of the platform. */
import type { PoolClient } from "pg"
import { newId } from "@/domain/kernel/ids"
import { type Provider, providerLabels } from "@/domain/metrics/provider"
import { ImportRefused } from "./import-refused"
import type { AccountSource } from "./stage-lines"

type Owner = { teamId: string; clientId: string; timezone: string; provider: Provider; now: Date }

/**
 * Throws ImportRefused when an account's currency differs from the stored one, because sums across currencies would be
 * meaningless.
 */
export async function accountSources(connection: PoolClient, owner: Owner, currencies: Map<string, string>) {
  const sources: AccountSource[] = []
  for (const [account, currency] of currencies) {
    const found = await findOrMake(connection, owner, account, currency)
    if (found.account_currency !== null && found.account_currency !== currency)
      throw new ImportRefused(
        `The file is in ${currency}, but account ${account} of this client is in ${found.account_currency}.`,
      )
    sources.push({ account, currency, data_source_id: found.id })
  }
  return sources
}

async function findOrMake(connection: PoolClient, owner: Owner, account: string, currency: string) {
  const { teamId, clientId, timezone, provider, now } = owner
  const label = `${providerLabels[provider]} ${account}`
  await connection.query(
    `INSERT INTO data_source (id, team_id, client_id, provider, display_name, account_id, account_timezone, account_currency, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT (team_id, client_id, provider, account_id) DO NOTHING`,
    [newId("dataSource", now.getTime()), teamId, clientId, provider, label, account, timezone, currency, now],
  )
  const { rows } = await connection.query<{ id: string; account_currency: string | null }>(
    "SELECT id, account_currency FROM data_source WHERE team_id = $1 AND client_id = $2 AND provider = $3 AND account_id = $4",
    [teamId, clientId, provider, account],
  )
  const [found] = rows
  if (!found) throw new Error("the data source was just made")
  return found
}
