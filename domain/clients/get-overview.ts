/** Gets one client with its data sources, reports, AI-visibility projects and the number of its open signals. */
import { z } from "zod"
import { dataSource, isStaleSql } from "@/domain/data-sources/data-source"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, type Sql, sql } from "@/prisma/client"
import { client, requireClient } from "./client"

const namedRecord = (kind: "report" | "aiProject") => z.object({ id: id(kind), name: z.string(), status: z.string() })
const report = namedRecord("report")
const project = namedRecord("aiProject")
const source = dataSource.pick({
  id: true,
  provider: true,
  display_name: true,
  status: true,
  status_reason: true,
  stale: true,
  data_through: true,
  last_success_at: true,
})

const overview = client.extend({
  data_sources: z.array(source).meta({ description: "By name, without disconnected ones. At most 50." }),
  reports: z.array(report).meta({ description: "The newest ones, without archived ones. At most 50." }),
  visibility_projects: z.array(project).meta({ description: "The newest ones, without archived ones. At most 50." }),
  open_signals: z.int(),
})

export const getClientOverview = defineOperation({
  id: "clients.getOverview",
  summary: "Get a client with its sources, reports and projects",
  audience: "team",
  kind: "query",
  tool: {
    name: "get_client",
    title: "Get client",
    page: "clients/{id}",
    description:
      "Returns one client: profile, data sources with their freshness, reports, AI-visibility projects, and the number of open signals.",
    untrusted: ["display_name", "status_reason"],
  },
  resources: [
    {
      uri: "app://clients/{client_id}",
      name: "client",
      title: "Client",
      description: "A client with its data sources, reports and AI-visibility projects.",
      ttlSeconds: 300,
    },
  ],
  input: z.strictObject({ client_id: id("client") }),
  output: overview,
  async handle({ team }, { client_id }) {
    const [profile, data_sources, reports, visibility_projects, counts] = await Promise.all([
      requireClient(team.id, client_id),
      rows(source, sourcesOf(team.id, client_id)),
      rows(report, newestOf(sql`report`, team.id, client_id)),
      rows(project, newestOf(sql`ai_project`, team.id, client_id)),
      rows(
        countRow,
        sql`select count(*)::int as open_signals from signal where team_id = ${team.id} and client_id = ${client_id} and status = 'open'`,
      ),
    ])
    return {
      data: { ...profile, data_sources, reports, visibility_projects, open_signals: counts[0]?.open_signals ?? 0 },
    }
  },
})

const countRow = z.object({ open_signals: z.int() })
/** Of each kind. */
const maxRecords = 50

const sourcesOf = (teamId: string, clientId: string) => sql`
  select d.id, d.provider, d.display_name, d.status, d.status_reason, ${isStaleSql} as stale, d.data_through, d.last_success_at
  from data_source d where d.team_id = ${teamId} and d.client_id = ${clientId} and d.status <> 'disconnected'
  order by lower(d.display_name), d.id limit ${maxRecords}`

const newestOf = (table: Sql, teamId: string, clientId: string) => sql`
  select id, name, status from ${table} where team_id = ${teamId} and client_id = ${clientId} and status <> 'archived'
  order by created_at desc, id limit ${maxRecords}`
