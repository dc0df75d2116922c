/** Defines a data source: one account of a platform whose daily metrics belong to a client. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { calendarDate, createdAt, currencyCode, timestamp, updatedAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { idRow } from "@/domain/kernel/rows"
import { providers } from "@/domain/metrics/provider"
import { hoursBetweenSyncs, staleAfterIntervals } from "@/domain/metrics/sync-intervals"
import { type Prisma, raw, rows, rowsIn, sql } from "@/prisma/client"

/**
 * A new source is `pending` until its first sync succeeds and makes it `active`. A successful sync makes `error` active
 * again. A new authorization makes `disconnected` pending, `reauth_required` and `error` active (pending if no sync has
 * succeeded yet), and does not change `paused`.
 */
export const sourceStatuses = ["pending", "active", "error", "reauth_required", "paused", "disconnected"] as const

export type Frequency = keyof typeof hoursBetweenSyncs
export const frequencies = Object.keys(hoursBetweenSyncs) as [Frequency, ...Frequency[]]

export const dataSource = z
  .object({
    id: id("dataSource"),
    client_id: id("client"),
    provider: z.enum(providers).meta({ description: "The platform that the data comes from." }),
    display_name: z.string().meta({ description: "The name of the data source." }),
    account_id: z.string().meta({ description: "The account's ID on the platform." }),
    account_name: z.string().nullable().meta({ description: "The account's name on the platform." }),
    account_timezone: z.string().meta({ description: "The IANA time zone of the account's days." }),
    account_currency: currencyCode().nullable().meta({
      description: "The account's ISO 4217 currency code. `null` if its metrics have none.",
    }),
    is_connected: z.boolean().meta({
      description: "`true` if Signalbox reads the platform by itself. `false` for imported files.",
    }),
    status: z.enum(sourceStatuses).meta({
      description:
        "`pending` until the first sync succeeds. `error` after three failed attempts in a row, or after the platform rejected a request; syncs continue. `reauth_required` if the platform no longer accepts the authorization; syncs stop.",
    }),
    status_reason: z.string().nullable().meta({ description: "The error code behind the status, or `null`." }),
    status_changed_at: timestamp().meta({ description: "The time of the last change of `status`." }),
    sync_frequency: z.enum(frequencies).meta({ description: "How often a sync starts." }),
    lookback_days: z.int().meta({ description: "The number of past days that each sync reads again." }),
    data_from: calendarDate().nullable().meta({ description: "The first day with data." }),
    data_through: calendarDate().nullable().meta({ description: "The last day with data." }),
    final_through: calendarDate().nullable().meta({
      description:
        "The last day that counts as final. The platform may still restate it, for example with late conversions.",
    }),
    last_success_at: timestamp().nullable().meta({ description: "The time at which data was last stored." }),
    last_attempt_at: timestamp().nullable().meta({ description: "The time of the last attempt." }),
    next_sync_at: timestamp().nullable().meta({ description: "The time of the next scheduled sync." }),
    stale: z.boolean().meta({
      description:
        "`true` if the last success is more than two sync intervals ago. `false` for archived clients, whose data sources are not synchronized.",
    }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  })
  .meta({ id: "DataSource" })
export type DataSourceRow = z.infer<typeof dataSource>

const intervalCases = Object.entries(hoursBetweenSyncs).map(([frequency, hours]) => `when '${frequency}' then ${hours}`)
/** `hoursBetweenSyncs` in SQL. */
const intervalHours = raw(`case d.sync_frequency ${intervalCases.join(" ")} end`)
/**
 * The rule of `isStale` (domain/metrics/freshness.ts), for statements in which data_source has the alias `d`. Sources
 * of archived clients are never stale, because they are not synchronized.
 */
export const isStaleSql = sql`(coalesce(d.last_success_at < now() - ${raw(String(staleAfterIntervals))} * (${intervalHours}) * interval '1 hour', false)
  and exists (select from client c where c.team_id = d.team_id and c.id = d.client_id and c.status <> 'archived'))`

export const dataSourceColumns = sql`d.id, d.client_id, d.provider, d.display_name, d.account_id, d.account_name, d.account_timezone,
  d.account_currency, d.credentials_ref is not null as is_connected, d.status, d.status_reason, d.status_changed_at, d.sync_frequency,
  d.lookback_days, d.data_from, d.data_through, d.final_through, d.last_success_at, d.last_attempt_at, d.next_sync_at,
  ${isStaleSql} as stale, d.created_at, d.updated_at`

/** Returns the data source of the team, or throws `resource_not_found`. */
export async function requireDataSource(teamId: string, sourceId: string): Promise<DataSourceRow> {
  const [found] = await rows(
    dataSource,
    sql`select ${dataSourceColumns} from data_source d where d.team_id = ${teamId} and d.id = ${sourceId}`,
  )
  if (!found) throw notFound("data source")
  return found
}

/** Locks a data source of the team for a change, or throws `resource_not_found`. */
export async function lockDataSource(tx: Prisma.TransactionClient, team_id: string, sourceId: string) {
  await rowsIn(tx, idRow, sql`select id from data_source where team_id = ${team_id} and id = ${sourceId} for update`)
  const found = await tx.dataSource.findFirst({ where: { team_id, id: sourceId } })
  if (!found) throw notFound("data source")
  return found
}

export const exampleDataSource: DataSourceRow = {
  id: exampleId("dataSource"),
  client_id: exampleId("client"),
  provider: "meta_ads",
  display_name: "Meta Ads Bergamo Bikes",
  account_id: "act_1012345678",
  account_name: "Bergamo Bikes",
  account_timezone: "Europe/Rome",
  account_currency: "EUR",
  is_connected: true,
  status: "active",
  status_reason: null,
  status_changed_at: "2026-10-02T08:00:00.000Z",
  sync_frequency: "daily",
  lookback_days: 29,
  data_from: "2025-10-01",
  data_through: "2026-11-19",
  final_through: "2026-11-16",
  last_success_at: "2026-11-20T06:12:03.123Z",
  last_attempt_at: "2026-11-20T06:12:03.123Z",
  next_sync_at: "2026-11-21T06:12:03.123Z",
  stale: false,
  created_at: "2026-10-02T07:58:41.000Z",
  updated_at: "2026-11-20T06:12:03.123Z",
}
