/** Creates webhook endpoints for tests. */
import type { TeamFacts } from "@/domain/kernel/context"
import { apiVersion } from "@/domain/kernel/envelope"
import { newId } from "@/domain/kernel/ids"
import { inTeam, type Prisma, prisma } from "@/prisma/client"

/**
 * An active endpoint of `team` for every event, created directly in the database. With the state `deleted`, its
 * `deleted_at` is now.
 */
export function freshEndpoint(team: TeamFacts, more: Partial<Prisma.WebhookEndpointUncheckedCreateInput> = {}) {
  const endpoint = { id: newId("endpoint"), team_id: team.id, url: "https://receiver.example/hook", event_types: ["*"] }
  const deleted_at = more.state === "deleted" ? new Date() : null
  return inTeam(team.id, () =>
    prisma.webhookEndpoint.create({ data: { ...endpoint, api_version: apiVersion, deleted_at, ...more } }),
  )
}
