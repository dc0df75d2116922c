/** Lists the team's data sources. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import {
  createdInput,
  dateConditions,
  listPage,
  nullsLast,
  pageInput,
  type Sort,
  sortInput,
  updatedInput,
} from "@/domain/kernel/page"
import { requireKnownClient } from "@/domain/metrics/known-client"
import { providers } from "@/domain/metrics/provider"
import { sql } from "@/prisma/client"
import { dataSource, dataSourceColumns, exampleDataSource, isStaleSql, sourceStatuses } from "./data-source"

// The tab separates the two names. Only the collation "C" sorts by it, so that the sources of a client stay together.
const clientAndName = sql`(select lower(c.name) from client c where c.id = d.client_id) || chr(9) || lower(d.display_name)`
const hasProblem = sql`(d.status not in ('active', 'pending') or ${isStaleSql})`

const sorts = {
  "-created_at": { column: sql`d.created_at`, descending: true, type: "timestamptz" },
  updated_at: { column: sql`d.updated_at`, descending: false, type: "timestamptz" },
  client: { column: sql`(${clientAndName}) collate "C"`, descending: false, type: "text" },
  problems: {
    column: sql`(case when ${hasProblem} then '0' else '1' end || ${clientAndName}) collate "C"`,
    descending: false,
    type: "text",
  },
  attention: {
    column: sql`(case when d.status in ('paused', 'disconnected') then '2' when ${hasProblem} then '0' else '1' end
      || ${clientAndName}) collate "C"`,
    descending: false,
    type: "text",
  },
  display_name: { column: sql`lower(d.display_name)`, descending: false, type: "text" },
  "-display_name": { column: sql`lower(d.display_name)`, descending: true, type: "text" },
  data_through: nullsLast(sql`d.data_through`, false, "date"),
  "-data_through": nullsLast(sql`d.data_through`, true, "date"),
  last_success_at: nullsLast(sql`d.last_success_at`, false, "timestamptz"),
  "-last_success_at": nullsLast(sql`d.last_success_at`, true, "timestamptz"),
} satisfies Record<string, Sort>

export const listDataSources = defineOperation({
  id: "dataSources.list",
  summary: "List data sources",
  description:
    "Returns the team's data sources with their status and the age of their data. Use `stale=true` to find sources that no longer deliver.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/data-sources", tag: "Data sources" },
  tool: {
    name: "list_data_sources",
    title: "List data sources",
    page: "sources/{id}",
    description:
      "Lists data sources with their status, last sync and the last day with data. Use it to find broken or stale sources before trusting numbers.",
    omit: ["created_after", "created_before", "updated_after", "sort"],
    untrusted: ["display_name", "account_name", "account_id", "status_reason"],
  },
  input: z.strictObject({
    ...pageInput,
    client_id: id("client").optional().meta({ description: "Only data sources of this client." }),
    provider: z
      .array(z.enum(providers))
      .min(1)
      .optional()
      .meta({ description: "Only data sources of these platforms." }),
    status: z.array(z.enum(sourceStatuses)).min(1).optional().meta({
      description: "Only data sources with one of these statuses.",
    }),
    stale: z
      .boolean()
      .optional()
      .meta({ description: "Only data sources that are stale, or only those that are not." }),
    ...createdInput,
    ...updatedInput,
    sort: sortInput(sorts).default("-created_at").meta({
      description:
        "The sort order. A leading minus means descending order. `client`: by client name, then by data source name. `problems`: like `client`, with stale, failing, paused and disconnected sources first. `attention`: like `client`, with stale and failing sources first, and paused and disconnected ones last. `data_through` and `last_success_at`: sources without data come last.",
    }),
  }),
  output: z.array(dataSource),
  example: [exampleDataSource],
  async handle(ctx, query) {
    const { team } = ctx
    await requireKnownClient(ctx, query.client_id)
    return listPage(
      {
        row: dataSource,
        cursorScope: ["dataSources.list", team.id],
        columns: dataSourceColumns,
        from: sql`data_source d`,
        where: [
          sql`d.team_id = ${team.id}`,
          ...(query.client_id ? [sql`d.client_id = ${query.client_id}`] : []),
          ...(query.provider ? [sql`d.provider = any(${query.provider})`] : []),
          ...(query.status ? [sql`d.status = any(${query.status})`] : []),
          ...(query.stale === undefined ? [] : [sql`${isStaleSql} = ${query.stale}`]),
          ...dateConditions(query, sql`d`),
        ],
        sort: sorts[query.sort],
        idColumn: sql`d.id`,
      },
      query,
    )
  },
})
