/** Changes the team's name, slug, time zone, currency or first day of the week. */
import { z } from "zod"
import { recordAudit, replacedValues } from "@/domain/audit/record"
import { clearNextScansOfTeam } from "@/domain/clients/clear-next-scans"
import { notFound, Problem } from "@/domain/kernel/errors"
import { currencyInput, timezoneInput } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { Prisma, prisma, sql } from "@/prisma/client"
import { teamName } from "./create-team-with-owner"
import { slugInput } from "./slug"
import { findTeam, team } from "./team"

export const updateTeam = defineOperation({
  id: "teams.update",
  summary: "Change the team",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    name: teamName().optional(),
    slug: slugInput().optional(),
    timezone: timezoneInput().optional(),
    currency: currencyInput().optional(),
    week_starts_on: z
      .int()
      .min(1)
      .max(7)
      .optional()
      .meta({ description: "The first day of the week, from 1 (Monday) to 7 (Sunday)." }),
  }),
  output: team,
  async handle(ctx, changes) {
    const thisTeam = sql`t.id = ${ctx.team.id}`
    const old = await findTeam(thisTeam)
    if (!old) throw notFound("team")
    try {
      await prisma.$transaction(async (tx) => {
        if (changes.timezone && changes.timezone !== old.timezone)
          await clearNextScansOfTeam(tx, ctx.team.id, ctx.now())
        await tx.team.updateMany({ where: { id: ctx.team.id }, data: withoutUndefined(changes) })
        const before = replacedValues(old, changes)
        await recordAudit(ctx, { action: "team.updated", subject_id: ctx.team.id, before, after: changes }, tx)
      })
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") throw slugTaken()
      throw error
    }
    return { data: (await findTeam(thisTeam)) ?? old }
  },
})

const withoutUndefined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

function slugTaken() {
  const detail = "Another team already uses this URL."
  return new Problem("already_exists", detail, { errors: [{ parameter: "slug", code: "already_exists", detail }] })
}
