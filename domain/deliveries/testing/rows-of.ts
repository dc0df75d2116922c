/** Reads the database rows of an endpoint and its deliveries, for tests. */
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"
import { attemptSource } from "../logged-attempt"

type Delivery = {
  id: string
  state: string
  attempts: number
  last_attempt: number
  next_attempt_at: string | null
  /** Seconds from now until the next attempt. */
  due_in: number | null
  last_status: number | null
  last_error_code: string | null
  ended_at: string | null
}
type Attempt = {
  delivery_id: string
  number: number
  state: string
  trigger: string
  error_code: string | null
  status: number | null
  started_at: string
}

/** Across teams: a test reads rows of any team that it created. */
export const queryRows = <Row>(statement: Sql) => acrossTeams(() => rows<Row>(statement))

/** In order of creation. */
export const deliveriesOf = (endpoint: { id: string }) =>
  queryRows<Delivery>(sql`select d.id, d.state, d.attempts, d.last_attempt, d.next_attempt_at, d.last_status, d.last_error_code, d.ended_at,
    extract(epoch from d.next_attempt_at - now())::float8 as due_in
    from webhook_delivery d join webhook_message m on m.id = d.message_id where d.endpoint_id = ${endpoint.id} order by m.seq`)

export const attemptsOf = (endpoint: { id: string }) =>
  queryRows<Attempt>(
    sql`select a.* from ${attemptSource} where a.endpoint_id = ${endpoint.id} order by a.started_at, a.number`,
  )

export type EndpointRow = {
  state: string
  failure_count: number
  first_failure_at: string | null
  breaker_openings: number
  /** Seconds from now until the throttle ends. */
  paused_for: number | null
  paused_by: string | null
  disabled_reason: string | null
}

export async function endpointRow(endpoint: { id: string }): Promise<EndpointRow> {
  const [row] =
    await queryRows<EndpointRow>(sql`select *, extract(epoch from paused_until - now())::float8 as paused_for
    from webhook_endpoint where id = ${endpoint.id}`)
  return row as EndpointRow
}
