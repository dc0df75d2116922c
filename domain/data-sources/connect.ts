/** Connects an account to a client, and queues the first sync, which loads the account's history. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { providerLabels } from "@/domain/metrics/provider"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import type { Account, ConnectedProvider } from "./connectors/connector"
import { connectors } from "./connectors/index"
import { dataSource, frequencies, requireDataSource } from "./data-source"
import { accountsOf } from "./grants/list-accounts"
import { lockGrant, requireGrant } from "./grants/stored-grant"
import { nextSyncAt, queueSync } from "./syncs/queue-sync"
import { yesterdayOf } from "./syncs/sync-window"

/** 14 months: enough to compare a month with the same month of the previous year. */
const defaultHistoryDays = 425

const input = z.strictObject({
  grant_id: id("sourceGrant"),
  account_id: z.string().min(1).max(500),
  client_id: id("client"),
  sync_frequency: z.enum(frequencies).default("daily"),
  history_days: z.int().min(1).max(1_100).default(defaultHistoryDays).meta({
    description: "How many past days the first sync loads, as far as the platform has them.",
  }),
})

export const connect = defineOperation({
  id: "dataSources.connect",
  summary: "Connect an account to a client",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input,
  output: dataSource,
  fails: ["already_exists", "state_conflict", "upstream_error"],
  async handle(ctx, input) {
    const team_id = ctx.team.id
    const { provider } = await requireGrant(team_id, input.grant_id)
    const account = (await accountsOf(team_id, input.grant_id)).find((candidate) => candidate.id === input.account_id)
    if (!account) throw notFound("account")
    const sourceId = newId("dataSource", ctx.now().getTime())
    await prisma.$transaction(async (tx) => {
      await lockActiveClient(tx, team_id, input.client_id)
      await lockGrant(tx, team_id, input.grant_id)
      await requireUnconnected(tx, team_id, input.client_id, provider, account)
      const yesterday = yesterdayOf(account.timezone, ctx.now())
      const days = Math.min(input.history_days, connectors[provider].historyDays)
      const window = { from: addDays(yesterday, 1 - days), to: yesterday }
      await tx.dataSource.create({
        data: {
          ...sourceColumns(team_id, input, provider, account, ctx.now()),
          id: sourceId,
          history_from: new Date(window.from),
        },
      })
      await queueSync(tx, { team_id, data_source_id: sourceId, trigger: "backfill", window }, ctx.now())
      const after = { provider, account: account.name, client_id: input.client_id }
      await recordAudit(ctx, { action: "data_source.connected", subject_id: sourceId, after }, tx)
    })
    return { data: await requireDataSource(team_id, sourceId) }
  },
})

const sourceColumns = (
  team_id: string,
  connection: z.output<typeof input>,
  provider: ConnectedProvider,
  account: Account,
  now: Date,
) => ({
  team_id,
  client_id: connection.client_id,
  provider,
  display_name: `${providerLabels[provider]} ${account.name}`,
  account_id: account.id,
  account_name: account.name,
  account_timezone: account.timezone,
  account_currency: account.currency,
  request_options: account.options,
  credentials_ref: connection.grant_id,
  sync_frequency: connection.sync_frequency,
  lookback_days: connectors[provider].lookbackDays,
  next_sync_at: nextSyncAt(connection.sync_frequency, now),
  status_changed_at: now,
  created_at: now,
  updated_at: now,
})

const clientRow = z.object({ status: z.string() })

/** Locks the client. Concurrent connections wait for the lock, and then see each other's accounts. */
async function lockActiveClient(tx: Prisma.TransactionClient, team_id: string, client_id: string) {
  const [client] = await rowsIn(
    tx,
    clientRow,
    sql`select status from client where team_id = ${team_id} and id = ${client_id} for no key update`,
  )
  if (!client) throw notFound("client")
  if (client.status === "archived")
    throw new Problem("state_conflict", "The client is archived. Restore it before you connect data sources.")
}

async function requireUnconnected(
  tx: Prisma.TransactionClient,
  team_id: string,
  client_id: string,
  provider: string,
  { id: account_id, name }: Account,
) {
  const existingSource = await tx.dataSource.findFirst({
    where: { team_id, client_id, provider, account_id },
    select: { id: true },
  })
  if (existingSource)
    throw new Problem(
      "already_exists",
      `The client already has the account ${name}. Open that data source to reconnect it.`,
      {
        extra: { data_source_id: existingSource.id },
      },
    )
}
