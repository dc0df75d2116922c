/** Finds the accounts of a client on a platform. Each account is a data source. */
import type { PoolClient } from "pg"
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { type Provider, providerLabels } from "@/domain/metrics/provider"
import { inTeam, rows, rowsOn, sql } from "@/prisma/client"
import { ImportError } from "./import-error"
import type { AccountSource } from "./stage-lines"

const accountRow = z.object({ account_id: z.string() })

/**
 * Returns the account of the client's previous imports from the platform. Throws ImportError unless there is exactly
 * one.
 */
export async function findAccountOfEarlierImports(
  teamId: string,
  clientId: string,
  provider: Provider,
): Promise<string> {
  const accounts = await inTeam(teamId, () =>
    rows(
      accountRow,
      sql`
        select account_id from data_source
        where team_id = ${teamId} and client_id = ${clientId} and provider = ${provider} order by account_id`,
    ),
  )
  const [only, ...others] = accounts.map((source) => source.account_id)
  if (only !== undefined && others.length === 0) return only
  const names = others.length > 0 ? ` This client has the accounts ${[only, ...others].join(", ")}.` : ""
  throw new ImportError(`The file does not name the account that it comes from.${names}`, { kind: "account" })
}

type Owner = { teamId: string; clientId: string; timezone: string; provider: Provider; now: Date }

/**
 * Finds or creates the data source of each account, and locks it until the commit. `currencies`: account ID -> ISO 4217
 * code. Throws ImportError when an account is connected, because its next sync would replace the file's values, and
 * when an account's currency differs from the stored one, because sums across currencies would be meaningless.
 */
export async function lockAccountSources(connection: PoolClient, owner: Owner, currencies: Map<string, string>) {
  const sources: AccountSource[] = []
  for (const [account, currency] of currencies) {
    const found = await findOrCreate(connection, owner, account, currency)
    if (found.is_connected)
      throw new ImportError(
        `The account ${account} of this client is connected, so Signalbox reads it from ${providerLabels[owner.provider]} by itself. To import files of it, disconnect the data source first.`,
      )
    if (found.account_currency !== null && found.account_currency !== currency)
      throw new ImportError(
        `The file is in ${currency}, but the account ${account} of this client is in ${found.account_currency}.`,
      )
    sources.push({ account, currency, data_source_id: found.id })
  }
  return sources
}

const sourceRow = z.object({ id: z.string(), account_currency: z.string().nullable(), is_connected: z.boolean() })

async function findOrCreate(connection: PoolClient, owner: Owner, account: string, currency: string) {
  const { teamId, clientId, timezone, provider, now } = owner
  const label = `${providerLabels[provider]} ${account}`
  await connection.query(sql`
    insert into data_source (id, team_id, client_id, provider, display_name, account_id, account_timezone, account_currency, created_at, updated_at)
    values (${newId("dataSource", now.getTime())}, ${teamId}, ${clientId}, ${provider}, ${label}, ${account}, ${timezone}, ${currency}, ${now}, ${now})
    on conflict (team_id, client_id, provider, account_id) do nothing`)
  const [found] = await rowsOn(
    connection,
    sourceRow,
    sql`
      select id, account_currency, credentials_ref is not null as is_connected from data_source
      where team_id = ${teamId} and client_id = ${clientId} and provider = ${provider} and account_id = ${account} for update`,
  )
  if (!found) throw new Error("the data source was just created")
  return found
}
