/**
 * Lists deliveries, newest first by default. Pages go in both directions. Each filter can use an index among millions
 * of rows.
 */
import { z } from "zod"
import { eventPatterns, eventTypes, matchesType } from "@/domain/events/catalogue"
import { dateOrTimestampInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, newerThan, pageInput } from "@/domain/kernel/page"
import { type Sql, sql } from "@/prisma/client"
import { delivery, deliveryColumns, deliverySource, errorCode } from "./delivery"
import { deliveryStates } from "./states"

/** `none`: no response arrived. */
const statusClasses = ["2xx", "3xx", "4xx", "5xx", "none"] as const

/** Only by time: the indexes behind the filters are in order of time, and no other sort order has an index. */
const deliverySorts = ["-created_at", "created_at"] as const

const input = z.strictObject({
  ...pageInput,
  newer_than: newerThan("delivery"),
  sort: z.enum(deliverySorts).default("-created_at"),
  webhook_id: id("endpoint").optional(),
  state: z.array(z.enum(deliveryStates)).min(1).optional(),
  event_type: z.array(z.enum(eventPatterns)).min(1).optional(),
  status_class: z.array(z.enum(statusClasses)).min(1).optional().meta({
    description:
      "Only deliveries whose last response had a status of this class. `none`: the last request failed without a response.",
  }),
  error_code: errorCode.optional(),
  since: dateOrTimestampInput("Only deliveries created at or after this time.").optional(),
  until: dateOrTimestampInput("Only deliveries created before this time.").optional(),
  q: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^((DLV|MSG)_)?[0-9A-HJKMNP-TV-Z]{8,26}$/, {
      error: "is not the ID of a delivery or message, or its first 8 or more characters",
    })
    .optional()
    .meta({ description: "The ID of a delivery or message, or the beginning of one." }),
})
type Filters = z.output<typeof input>

export const listDeliveries = defineOperation({
  id: "deliveries.list",
  summary: "List webhook deliveries",
  description:
    "Returns deliveries, newest first by default. `meta.next_cursor` leads to the next page, and `newer_than` to the previous one.",
  audience: "team",
  kind: "query",
  input,
  output: z.array(delivery),
  async handle({ team }, query) {
    return listPage(
      {
        row: delivery,
        cursorScope: ["deliveries.list", team.id],
        columns: deliveryColumns,
        from: deliverySource,
        where: [sql`d.team_id = ${team.id}`, ...conditions(query)],
        sort: { column: sql`d.created_at`, descending: query.sort === "-created_at", type: "timestamptz" },
        idColumn: sql`d.id`,
        countLimit: 1_000,
        ...(isReadByEndpoint(query) && {
          perGroup: {
            groups: sql`(select id from webhook_endpoint where team_id = ${team.id}) as team_endpoint`,
            condition: sql`d.endpoint_id = team_endpoint.id`,
          },
        }),
      },
      query,
    )
  },
})

function conditions(filters: Filters): Sql[] {
  const { webhook_id, state, status_class, error_code, since, until, q } = filters
  const types = typesOf(filters)
  return [
    ...(webhook_id ? [sql`d.endpoint_id = ${webhook_id}`] : []),
    ...(state ? [sql`d.state = any(${state})`] : []),
    ...(types ? [sql`d.event_type = any(${types})`] : []),
    ...(status_class ? [hasStatusClass(status_class)] : []),
    ...(error_code ? [sql`d.last_error_code = ${error_code}`] : []),
    ...(since ? [sql`d.created_at >= ${since}::timestamptz`] : []),
    ...(until ? [sql`d.created_at < ${until}::timestamptz`] : []),
    ...(q ? [hasIdPrefix(q)] : []),
    // These conditions exclude nothing more. They allow Postgres to use a partial index.
    ...(selectsOnlyFailures(filters) ? [isInFailureIndex] : []),
    ...(selectsOnlyRareTypes(filters) ? [isInRareTypeIndex] : []),
  ]
}

/**
 * True when no index on the whole team fits the filters. The list is then read per endpoint, by the index on
 * endpoint_id.
 */
const isReadByEndpoint = (filters: Filters) =>
  !filters.webhook_id && !filters.q && !selectsOnlyFailures(filters) && !selectsOnlyRareTypes(filters)

// The conditions of two partial indexes, word for word. Otherwise Postgres cannot use the indexes. The column `phase`
// is computed from the state: `open` for pending and leased deliveries, otherwise the state itself.
const isInFailureIndex = sql`(d.last_error_code is not null or d.phase in ('exhausted', 'cancelled', 'held', 'expired'))`
const isInRareTypeIndex = sql`d.event_type not in ('signal.created', 'scan.completed')`
const frequentTypes = ["signal.created", "scan.completed"]

const typesOf = ({ event_type }: Filters) => event_type && eventTypes.filter((type) => matchesType(event_type, type))
const selectsOnlyRareTypes = (filters: Filters) =>
  typesOf(filters)?.every((type) => !frequentTypes.includes(type)) ?? false

const selectsOnlyFailures = ({ state, status_class, error_code }: Filters) =>
  error_code !== undefined ||
  state?.every((name) => name !== "pending" && name !== "leased" && name !== "succeeded") ||
  status_class?.every((name) => name !== "2xx")

function hasStatusClass(classes: readonly (typeof statusClasses)[number][]): Sql {
  const hundreds = classes.flatMap((name) => (name === "none" ? [] : [Number(name[0])]))
  const hasStatus = sql`d.last_status / 100 = any(${hundreds}::int[])`
  if (!classes.includes("none")) return hasStatus
  return sql`(${hasStatus} or (d.last_status is null and d.last_error_code is not null))`
}

const ulidLength = 26

/** Ids with a given prefix lie between the smallest and the largest id that start with it. */
function hasIdPrefix(q: string): Sql {
  const part = q.replace(/^(DLV|MSG)_/, "")
  const first = part.padEnd(ulidLength, "0")
  const last = part.padEnd(ulidLength, "Z")
  const isDelivery = sql`d.id between ${`dlv_${first}`} and ${`dlv_${last}`}`
  const isMessage = sql`d.message_id between ${`msg_${first}`} and ${`msg_${last}`}`
  if (q.startsWith("DLV_")) return isDelivery
  if (q.startsWith("MSG_")) return isMessage
  return sql`(${isDelivery} or ${isMessage})`
}
