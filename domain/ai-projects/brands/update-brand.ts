/**
 * Updates a brand. Omitted fields stay unchanged. When a brand becomes your brand, the previous one becomes a
 * competitor.
 */
import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma } from "@/prisma/client"
import { lockProject, requireNotArchived } from "../lock-project"
import { markBranded } from "../prompts/branded-prompts"
import { requestRecount } from "../request-recount"
import { brand, brandKinds, findBrand, isTracked } from "./brand"
import { brandSettings, requireFreeName } from "./brand-settings"

const changes = z.strictObject({ ...brandSettings, kind: z.enum(brandKinds) }).partial()

export const updateBrand = defineOperation({
  id: "aiVisibility.updateBrand",
  summary: "Change a brand of an AI-visibility project",
  description:
    "Mentions are extracted again from earlier answers in the background. The project's `recount` shows the progress. Labels set by a person are not changed. An ignored brand is no longer searched for.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: changes.extend({ brand_id: id("brand") }),
  output: brand,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { brand_id, ...change }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const found = await tx.aiBrand.findFirst({ where: { team_id, id: brand_id }, select: { project_id: true } })
      if (!found) throw notFound("brand")
      requireNotArchived(await lockProject(tx, team_id, found.project_id))
      const old = await tx.aiBrand.findFirstOrThrow({ where: { team_id, id: brand_id } })
      const within = { teamId: team_id, projectId: found.project_id }
      if (change.name !== undefined) await requireFreeName(tx, { ...within, name: change.name, exceptId: brand_id })
      if (change.kind && change.kind !== old.kind) await changeOwn(tx, within, old.kind, change.kind)
      await tx.aiBrand.updateMany({ where: { team_id, id: brand_id }, data: change })
      if (old.kind === "own" || change.kind === "own") await markBranded(tx, within)
      const isNewlyTracked = change.kind !== undefined && isTracked(change.kind) && !isTracked(old.kind)
      if (affectsMentions(old, change)) await requestRecount(tx, within, isNewlyTracked ? [brand_id] : [])
      const states = changedStates({ name: old.name }, old, change)
      await recordAudit(ctx, { action: "ai_visibility.brand_updated", subject_id: brand_id, ...states }, tx)
    })
    return { data: await findBrand(team_id, brand_id) }
  },
})

/** True when the change can alter what answers mention or cite, so earlier answers need a recount. */
const affectsMentions = (old: Readonly<Record<string, unknown>>, change: z.output<typeof changes>) =>
  !(old.kind === "ignored" && (change.kind ?? "ignored") === "ignored") &&
  Object.entries(change).some(([name, value]) => !isDeepStrictEqual(old[name], value))

type Within = { teamId: string; projectId: string }

/** Keeps exactly one brand of kind "own" per project. */
async function changeOwn(tx: Prisma.TransactionClient, { teamId, projectId }: Within, from: string, to: string) {
  if (from === "own")
    throw new Problem(
      "state_conflict",
      "A project needs a brand of your own. Make another brand yours, and this one becomes a competitor.",
    )
  if (to === "own")
    await tx.aiBrand.updateMany({
      where: { team_id: teamId, project_id: projectId, kind: "own" },
      data: { kind: "competitor" },
    })
}
