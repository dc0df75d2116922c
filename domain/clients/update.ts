/** Changes a client's settings. Fields that are left out stay unchanged. */
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma } from "@/prisma/client"
import { clearNextScansOfClient } from "./clear-next-scans"
import { client, requireClient } from "./client"
import { findClientByName, nameTaken } from "./create"
import { lockClientNames } from "./new-client"
import { clientSettings, clientToolPlans, lockClient, primaryDomain, requireNotArchived } from "./settings"

const changes = z
  .strictObject({
    ...clientSettings,
    status: z.enum(["active", "paused"]).meta({ description: "`paused` stops new scans of the client's projects." }),
  })
  .partial()

export const updateClient = defineOperation({
  id: "clients.update",
  summary: "Change a client",
  description: "The client's URL in the app does not change. An archived client cannot be changed.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "update_client",
    title: "Update client",
    page: "clients/{id}",
    description:
      "Changes a client's name, industry, time zone, currency or tags, or pauses or resumes it. It never deletes.",
    // Links in commentary may lead to these hosts, so models must not choose them.
    omit: ["domains", "website_url", "external_id"],
    effect: "change",
    plans: clientToolPlans,
  },
  input: changes.extend({ client_id: id("client") }),
  output: client,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { client_id, ...change }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      await lockClientNames(tx, team_id)
      const old = await lockClient(tx, team_id, client_id)
      if (!old) throw notFound("client")
      requireNotArchived(old)
      await requireUnique(tx, old, { ...change, team_id, client_id })
      const data = { ...change, primary_domain: primaryDomain({ ...old, ...change }), updated_at: ctx.now() }
      await tx.client.updateMany({ where: { team_id, id: client_id }, data })
      if (change.timezone !== undefined && change.timezone !== old.timezone)
        await clearNextScansOfClient(tx, team_id, client_id, ctx.now())
      if (change.status !== undefined && change.status !== old.status)
        await clearNextScansOfClient(tx, team_id, client_id)
      const states = changedStates({ name: old.name }, old, change)
      await recordAudit(ctx, { action: "client.updated", subject_id: client_id, ...states }, tx)
    })
    return { data: await requireClient(team_id, client_id) }
  },
})

type Change = z.output<typeof changes> & { team_id: string; client_id: string }

async function requireUnique(tx: Prisma.TransactionClient, old: { name: string }, change: Change) {
  const { team_id, client_id, name, external_id } = change
  if (name !== undefined && name !== old.name) {
    const existing = await findClientByName(tx, team_id, name, client_id)
    if (existing) throw nameTaken(name, existing.id)
  }
  if (external_id == null) return
  const where = { team_id, external_id, id: { not: client_id } }
  const holder = await tx.client.findFirst({ where, select: { id: true, name: true } })
  if (holder) throw externalIdTaken(holder)
}

function externalIdTaken(holder: { id: string; name: string }) {
  const detail = `The client ${holder.name} already has this external ID.`
  return new Problem("already_exists", detail, {
    errors: [{ parameter: "external_id", code: "already_exists", detail }],
    extra: { client_id: holder.id },
  })
}
