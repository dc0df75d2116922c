/** Declares a break of a client's metrics. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { dateInput, line } from "@/domain/kernel/fields"
import { exampleId, id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { breakKind, declaredBreak } from "@/domain/metrics/breaks"
import { prisma } from "@/prisma/client"
import { lockClient, requireLive } from "./settings"

/** Maximum number of breaks per client. */
const maxBreaks = 500

export const declareBreak = defineOperation({
  id: "clients.declareBreak",
  summary: "Declare a break of a client's metrics",
  description:
    "From this day on, values cannot be compared with those before, for example because the tracking changed. Charts interrupt their lines there.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    client_id: id("client"),
    date: dateInput("The first day of the new series."),
    reason: line(120).meta({ description: "Why the series breaks. Readers of reports see it." }),
  }),
  output: declaredBreak,
  example: { id: exampleId("annotation"), date: "2026-11-09", reason: "New consent banner" },
  fails: ["plan_limit_reached", "state_conflict"],
  async handle(ctx, { client_id, date, reason }) {
    const [team_id, now] = [ctx.team.id, ctx.now()]
    const breakId = newId("annotation", now.getTime())
    await prisma.$transaction(async (tx) => {
      const client = await lockClient(tx, team_id, client_id)
      if (!client) throw notFound("client")
      requireLive(client)
      const series = { team_id, client_id, kind: breakKind }
      if ((await tx.annotation.count({ where: series })) >= maxBreaks)
        throw new Problem("plan_limit_reached", `A client can have ${maxBreaks} breaks. Remove some first.`)
      const declared = { ...series, id: breakId, date: new Date(date), text: reason }
      await tx.annotation.create({ data: { ...declared, author: ctx.actor.name, created_at: now } })
      await recordAudit(ctx, { action: "client.break_declared", subject_id: client_id, after: { date, reason } }, tx)
    })
    return { data: { id: breakId, date, reason } }
  },
})
