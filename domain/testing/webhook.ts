/** Creates webhook endpoints, deliveries and attempts for tests, directly in the database. */
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { createSecret } from "@/domain/webhooks/secret"
import { inTeam, type Prisma, prisma } from "@/prisma/client"

/** `secret` is the signing secret that the receiver verifies with. */
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
      const secret = await createSecret(tx, { team_id: team.id, endpoint_id: id, version: 1 })
      return { id, url: endpoint.url, secret }
    }),
  )
}

type Delivery = Partial<Prisma.WebhookDeliveryUncheckedCreateInput>

/** A delivery for the endpoint. Pending and due by default. */
export async function freshDelivery(team: TeamFacts, endpoint_id: string, more: Delivery = {}) {
  const id = newId("delivery")
  const message_id = newId("message")
  const due = (more.state ?? "pending") === "pending" ? new Date() : null
  const delivery = { id, team_id: team.id, endpoint_id, message_id, event_type: "signal.created", state: "pending" }
  await inTeam(team.id, () => prisma.webhookDelivery.create({ data: { ...delivery, next_attempt_at: due, ...more } }))
  return id
}

/** The states of the endpoint's deliveries, sorted. */
export async function deliveryStates(team: TeamFacts, endpoint_id: string) {
  const where = { team_id: team.id, endpoint_id }
  const found = await inTeam(team.id, () => prisma.webhookDelivery.findMany({ where, orderBy: { id: "asc" } }))
  return found.map(({ state }) => state).sort()
}

/** An attempt of the endpoint. Succeeded by default. */
export async function freshAttempt(
  team: TeamFacts,
  endpoint_id: string,
  more: Partial<Prisma.WebhookAttemptUncheckedCreateInput> = {},
) {
  const id = newId("attempt")
  const ids = { id, team_id: team.id, endpoint_id, delivery_id: newId("delivery"), message_id: newId("message") }
  const attempt = {
    event_type: "signal.created",
    number: 1,
    trigger: "auto",
    state: "succeeded",
    url: "https://x.example",
  }
  await inTeam(team.id, () => prisma.webhookAttempt.create({ data: { ...ids, ...attempt, status: 200, ...more } }))
  return id
}
