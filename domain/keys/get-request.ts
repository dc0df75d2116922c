/** Gets one request of the log, with its parameters and, if it failed, the problem that was returned. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { loggedRequest, requestColumns } from "./list-requests"

const requestDetails = loggedRequest.extend({
  parameters: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: "The decoded query string. Secrets are redacted." }),
  problem: z.record(z.string(), z.unknown()).nullable().meta({ description: "The body of the error response." }),
})

const requestRow = loggedRequest.extend({ problem: z.string().nullable() })

export const getKeyRequest = defineOperation({
  id: "keys.getRequest",
  summary: "Get a logged API request",
  audience: "team",
  kind: "query",
  input: z.strictObject({ request_id: id("request") }),
  output: requestDetails,
  async handle({ team }, { request_id }) {
    // Joins through the team's keys, because the index of the log starts with the key.
    const [found] = await rows(
      requestRow,
      sql`
        select ${requestColumns}, r.problem from api_key k
        join request_log_entry r on r.team_id = k.team_id and r.key_id = k.id and r.id = ${request_id}
        where k.team_id = ${team.id}`,
    )
    if (!found) throw notFound("logged request")
    const parameters = [...new URLSearchParams(found.query ?? "")].map(([name, value]) => ({ name, value }))
    return { data: { ...found, parameters, problem: found.problem === null ? null : JSON.parse(found.problem) } }
  },
})
