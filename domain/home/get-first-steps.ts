/** Reports which first steps a team has completed, for the checklist on Home. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const steps = z.object({
  has_client: z.boolean(),
  has_data: z.boolean(),
  has_key: z.boolean(),
  has_webhook: z.boolean(),
  /** Whether an MCP client is connected. */
  has_connection: z.boolean(),
})

export const getFirstSteps = defineOperation({
  id: "home.getFirstSteps",
  summary: "Get which first steps are done",
  description: "A revoked key still counts. A deleted webhook still counts until its log is deleted.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: steps,
  async handle({ team }) {
    const [found] = await rows(
      steps,
      sql`select
        exists (select from client where team_id = ${team.id}) as has_client,
        exists (select from data_source where team_id = ${team.id}) as has_data,
        exists (select from api_key where team_id = ${team.id}) as has_key,
        exists (select from webhook_endpoint where team_id = ${team.id}) as has_webhook,
        exists (select from oauth_grant where team_id = ${team.id} and activated_at is not null) as has_connection`,
    )
    return { data: found as z.infer<typeof steps> }
  },
})
