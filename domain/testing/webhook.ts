/** An endpoint for one test, made directly in the database, with its first secret. */
import type { TeamFacts } from "@/domain/context"
import { newId } from "@/domain/ids"
import { mintSecret } from "@/domain/webhooks/mint-secret"
import { inTeam, type Prisma, prisma } from "@/prisma/client"

/** `secret` is what the receiver verifies with. */
export async function freshWebhook(team: TeamFacts, more: Partial<Prisma.WebhookEndpointUncheckedCreateInput> = {}) {
  const id = newId("endpoint")
  const endpoint = {
    id,
    team_id: team.id,
    url: `https://hooks.example.com/${id}`,
    event_types: ["signal.*"],
    api_version: "2026-11-01",
    ...more,
  }
  return inTeam(team.id, () =>
    prisma.$transaction(async (tx) => {
      await tx.webhookEndpoint.create({ data: endpoint })
      const secret = await mintSecret(tx, { team_id: team.id, endpoint_id: id, version: 1 })
      return { id, url: endpoint.url, secret }
    }),
  )
}
