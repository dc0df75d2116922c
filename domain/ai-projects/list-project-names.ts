/**
 * Lists the names of AI-visibility projects and their clients, for menus that switch to another project. Paused
 * projects are included, archived ones and those of archived clients are not.
 */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { sql } from "@/prisma/client"

const projectName = z.object({ id: id("aiProject"), name: z.string(), client_name: z.string() })

const openStatuses = ["active", "paused"]

export const listProjectNames = defineOperation({
  id: "aiVisibility.listProjectNames",
  summary: "List the names of AI-visibility projects",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    q: z.string().min(1).max(100).optional().meta({
      description: "Only projects whose name, or whose client's name, contains this text. Case-insensitive.",
    }),
    one_per_client: z.boolean().default(false).meta({
      description:
        "Only the newest project of each client, by the name of the client. `q` then searches the names of clients only.",
    }),
  }),
  output: z.array(projectName),
  handle: ({ team }, query) => {
    const { q, one_per_client } = query
    return listPage(
      {
        row: projectName,
        cursorScope: ["aiVisibility.listProjectNames", team.id],
        columns: sql`p.id, p.name, c.name as client_name`,
        from: sql`ai_project p join client c on c.id = p.client_id`,
        where: [
          sql`p.team_id = ${team.id} and p.status = any(${openStatuses}) and c.status = any(${openStatuses})`,
          ...(one_per_client ? [isNewestOfClient] : []),
          ...(q ? [isNamed(containsPattern(q), one_per_client)] : []),
        ],
        sort: { column: one_per_client ? sql`lower(c.name)` : sql`lower(p.name)`, descending: false, type: "text" },
        idColumn: sql`p.id`,
      },
      query,
    )
  },
})

/** Ids start with the time of creation. */
const isNewestOfClient = sql`not exists (
  select 1 from ai_project newer where newer.team_id = p.team_id and newer.client_id = p.client_id
    and newer.status = any(${openStatuses}) and newer.id > p.id)`

const isNamed = (pattern: string, byClientOnly: boolean) =>
  byClientOnly ? sql`c.name ilike ${pattern}` : sql`(p.name ilike ${pattern} or c.name ilike ${pattern})`
