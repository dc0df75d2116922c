/** Creates a team with a given number of clients, reports, prompts, scans and answers. */
import type { TeamFacts } from "@/domain/kernel/context"
import { asOwner, teamWithClients } from "./fill"

export type SizedTeam = { team: TeamFacts; secret: string; client_id: string; project_id: string }

/**
 * Creates `rows` rows of each kind. Ids combine a counter with the team's id, so that several teams fit into one
 * database.
 */
export async function createTeamOfSize(rows: number): Promise<SizedTeam> {
  const { team, secret } = await teamWithClients(rows)
  const teamSuffix = team.id.slice(-18)
  // SQL expressions, in which n is the number of the row.
  const id = (prefix: string) => `'${prefix}_' || upper(lpad(to_hex(n), 8, '0') || '${teamSuffix}')`
  const client_id = `cli_00000001${teamSuffix}`
  const project_id = `aip_00000001${teamSuffix}`
  const createdAt = "now() - n * interval '1 minute'"
  await asOwner(`insert into ai_project (id, team_id, client_id, name) values ($1, $2, $3, 'Project')`, [
    project_id,
    team.id,
    client_id,
  ])
  const fill = (statement: string) => asOwner(statement, [team.id, rows])
  await fill(`insert into report (id, team_id, client_id, name, status, created_at, updated_at)
    select ${id("rep")}, $1, '${client_id}', 'Report ' || n, 'published', ${createdAt}, ${createdAt} from generate_series(1, $2::int) n`)
  await fill(`insert into ai_prompt (id, team_id, project_id, text, text_sha256, created_at)
    select ${id("prm")}, $1, '${project_id}', 'Which bike number ' || n, sha256(n::text::bytea), ${createdAt} from generate_series(1, $2::int) n`)
  await fill(`insert into scan (id, team_id, project_id, trigger, status, created_at, started_at, finished_at)
    select ${id("scn")}, $1, '${project_id}', 'schedule', 'completed', ${createdAt}, ${createdAt}, ${createdAt} from generate_series(1, $2::int) n`)
  await fill(`insert into answer (id, team_id, project_id, scan_id, task_id, prompt_id, engine_id, asked_at, text, text_sha256, created_at)
    select ${id("ans")}, $1, '${project_id}', 'scn_' || n, ${id("tsk")}, 'prm_' || n, 'openai', ${createdAt}, 'An answer', '\\x00', ${createdAt}
    from generate_series(1, $2::int) n`)
  await asOwner("vacuum analyze")
  return { team, secret, client_id, project_id }
}
