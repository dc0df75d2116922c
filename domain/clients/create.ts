/** Adds a client to the team. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { timezoneInput } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { escapeLike } from "@/domain/kernel/text"
import { type Prisma, prisma } from "@/prisma/client"
import { client, requireClient } from "./client"
import { insertClient, lockClientNames } from "./new-client"
import { clientName, clientSettings, clientToolPlans } from "./settings"

export const createClient = defineOperation({
  id: "clients.create",
  summary: "Add a client",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "create_client",
    title: "Create client",
    page: "clients/{id}",
    description: "Creates a client. Part of the plans Agency and Scale.",
    effect: "create",
    plans: clientToolPlans,
  },
  input: z.strictObject({
    name: clientName,
    timezone: timezoneInput()
      .nullable()
      .default(null)
      .meta({ description: "The client's IANA time zone. `null` for the team's time zone." }),
    currency: clientSettings.currency.default(null),
  }),
  output: client,
  fails: ["already_exists"],
  async handle(ctx, input) {
    const team_id = ctx.team.id
    const clientId = await prisma.$transaction(async (tx) => {
      await lockClientNames(tx, team_id)
      const existing = await findClientByName(tx, team_id, input.name)
      if (existing) throw nameTaken(input.name, existing.id)
      const created = await insertClient(tx, team_id, input, ctx.now())
      await recordAudit(ctx, { action: "client.created", subject_id: created, after: input }, tx)
      return created
    })
    return { data: await requireClient(team_id, clientId) }
  },
})

/** Finds another client with this name, ignoring case. */
export const findClientByName = (tx: Prisma.TransactionClient, team_id: string, name: string, exceptId = "") =>
  tx.client.findFirst({
    where: { team_id, id: { not: exceptId }, name: { equals: escapeLike(name), mode: "insensitive" } },
    select: { id: true },
  })

export function nameTaken(name: string, client_id: string) {
  const detail = `A client named ${name} already exists.`
  return new Problem("already_exists", detail, {
    errors: [{ parameter: "name", code: "already_exists", detail }],
    extra: { client_id },
  })
}
