/** Lists deliveries, newest first. Pages go in both directions. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, newerThan, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { delivery, deliveryColumns, deliverySource, exampleDelivery } from "./delivery"
import { conditionsOf, isReadByEndpoint, logFilters } from "./log-filters"

export const listDeliveries = defineOperation({
  id: "deliveries.list",
  summary: "List webhook deliveries",
  description:
    "Returns deliveries, newest first. `meta.next_cursor` leads to older deliveries, and `newer_than` to newer ones.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ ...pageInput, newer_than: newerThan("delivery"), ...logFilters }),
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
        sort: { column: sql`d.created_at`, descending: true, type: "timestamptz" },
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
