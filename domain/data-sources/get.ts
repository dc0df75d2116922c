/** Gets one data source. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { dataSource, exampleDataSource, requireDataSource } from "./data-source"

export const getDataSource = defineOperation({
  id: "dataSources.get",
  summary: "Get a data source",
  description: "Returns a data source with its status, its settings and the days that its data covers.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/data-sources/{data_source_id}", tag: "Data sources" },
  input: z.strictObject({ data_source_id: id("dataSource") }),
  output: dataSource,
  example: exampleDataSource,
  handle: async ({ team }, { data_source_id }) => ({ data: await requireDataSource(team.id, data_source_id) }),
})
