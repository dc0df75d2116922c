/** Lists deliveries, newest first by default. Pages go in both directions. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, newerThan, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { delivery, deliveryColumns, deliverySource, exampleDelivery } from "./delivery"
import { conditionsOf, isReadByEndpoint, logFilters } from "./log-filters"

/** Each filter has an index in order of time. No index contains the number of attempts. */
const deliverySorts = ["-created_at", "created_at"] as const

export const listDeliveries = defineOperation({
  id: "deliveries.list",
  summary: "List webhook deliveries",
  description:
    "Returns deliveries, newest first by default. `meta.next_cursor` leads to the next page, and `newer_than` to the previous one.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    newer_than: newerThan("delivery"),
    ...logFilters,
    sort: z.enum(deliverySorts).default("-created_at"),
  }),
  output: z.array(delivery),
  example: [exampleDelivery],
  async handle({ team }, query) {
    return listPage(
      {
        row: delivery,
        cursorScope: ["deliveries.list", team.id],
        columns: deliveryColumns,
        from: deliverySource,
        where: [sql`d.team_id = ${team.id}`, ...conditionsOf(query)],
        sort: { column: sql`d.created_at`, descending: query.sort === "-created_at", type: "timestamptz" },
        idColumn: sql`d.id`,
        countLimit: 1_000,
        ...(isReadByEndpoint(query) && {
          perGroup: {
            groups: sql`(select id from webhook_endpoint where team_id = ${team.id}) as own`,
            condition: sql`d.endpoint_id = own.id`,
          },
        }),
      },
      query,
    )
  },
})
