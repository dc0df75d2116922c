/**
 * Finds, marks and evaluates the clients whose signals are due for evaluation. A database trigger marks the client of a
 * scan or a sync when it ends (function signals_due in the migration `signals`).
 */
import { z } from "zod"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { evaluateClient } from "./evaluate-client"

/** `due_at`: as text, because a Date would lose the microseconds, and the update below compares exactly. */
const dueRow = z.object({ client_id: z.string(), team_id: z.string(), due_at: z.string() })

/** Client ids, the longest due first. */
export async function listDueClients(now: Date): Promise<string[]> {
  // Across teams: the job covers all teams.
  const due = await acrossTeams(() =>
    rows(
      z.object({ client_id: z.string() }),
      sql`select client_id from signal_evaluation where due_at <= ${now} order by due_at limit 1000`,
    ),
  )
  return due.map(({ client_id }) => client_id)
}

/**
 * Marks every active client that was not evaluated in the last 20 hours, because time alone can create signals. Returns
 * their number.
 */
export async function markUnevaluated(now: Date): Promise<number> {
  // Across teams: the job covers all teams.
  const marked = await acrossTeams(() =>
    rows(
      z.object({ client_id: z.string() }),
      sql`
        insert into signal_evaluation as e (client_id, team_id, due_at)
        select c.id, c.team_id, ${now}::timestamptz from client c join team t on t.id = c.team_id where c.status = 'active' and not t.is_suspended order by c.id
        on conflict (client_id) do update set due_at = excluded.due_at
        where e.due_at is null and (e.evaluated_at is null or e.evaluated_at < ${now}::timestamptz - interval '20 hours')
        returning client_id`,
    ),
  )
  return marked.length
}

/**
 * Evaluates the client if it is due. If the client is marked again during the evaluation, it stays due. Returns the
 * number of new signals.
 */
export async function evaluateDueClient(clientId: string, now = new Date()): Promise<number> {
  // Across teams: only the client's id is known.
  const [due] = await acrossTeams(() =>
    rows(
      dueRow,
      sql`select client_id, team_id, due_at::text as due_at from signal_evaluation where client_id = ${clientId} and due_at is not null`,
    ),
  )
  if (!due) return 0
  return inTeam(due.team_id, async () => {
    const created = await evaluateClient(due.team_id, clientId, now)
    await rows(sql`
      update signal_evaluation set due_at = case when due_at = ${due.due_at}::timestamptz then null else due_at end, evaluated_at = ${now}
      where team_id = ${due.team_id} and client_id = ${clientId}`)
    return created.length
  })
}
