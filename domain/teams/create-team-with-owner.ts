/** Creates a team on the free plan, with the founder as its owner. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import type { PersonContext } from "@/domain/kernel/context"
import { isSingleLine } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import type { Prisma } from "@/prisma/client"
import { freeSlug } from "./slug"

export const teamName = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(80)
    .refine(isSingleLine, "must be a single line")
    .meta({ description: "The name of the team." })

type Founder = Pick<PersonContext, "origin" | "now"> & {
  actor: { kind: "person"; id: string; name: string; email: string }
}

export async function createTeamWithOwner(tx: Prisma.TransactionClient, founder: Founder, name: string) {
  const { actor, now } = founder
  const team = await tx.team.create({
    data: { id: newId("team"), name, slug: await freeSlug(tx, name), created_at: now() },
  })
  await tx.membership.create({ data: { team_id: team.id, user_id: actor.id, role: "owner", created_at: now() } })
  const auditContext = { ...founder, actor: { ...actor, role: "owner" as const }, team }
  await recordAudit(auditContext, { action: "team.created", subject_id: team.id, after: { name, plan: team.plan } }, tx)
  return team
}
