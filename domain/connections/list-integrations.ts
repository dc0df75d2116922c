/** Lists the team's webhooks and API keys with their state, without secrets. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const webhook = z.object({
  id: z.string(),
  host: z.string().nullable(),
  event_types: z.array(z.string()),
  status: z.string(),
  last_success_at: timestamp().nullable(),
})
const key = z.object({ id: z.string(), name: z.string(), hint: z.string(), last_used_at: timestamp().nullable() })

export const listIntegrations = defineOperation({
  id: "connections.listIntegrations",
  summary: "List the team's webhooks and API keys without secrets",
  audience: "team",
  kind: "query",
  role: "admin",
  resources: [
    {
      uri: "app://integrations",
      name: "integrations",
      title: "Integrations",
      description: "The team's webhooks and API keys with their state, without secrets. For owners and admins.",
      ttlSeconds: 60,
    },
  ],
  input: z.strictObject({}),
  output: z.object({ webhooks: z.array(webhook), keys: z.array(key) }),
  async handle({ team }) {
    const [webhooks, keys] = await Promise.all([
      rows(
        webhook,
        sql`select id, substring(url from '^[a-z]+://([^/:?#]+)') as host, event_types, state as status, last_success_at
          from webhook_endpoint where team_id = ${team.id} and deleted_at is null order by id limit 100`,
      ),
      rows(
        key,
        sql`select id, name, hint, last_used_at from api_key where team_id = ${team.id} and revoked_at is null order by id limit 100`,
      ),
    ])
    return { data: { webhooks, keys } }
  },
})
