/**
 * Adds competitors to a project and removes others, by name. A removed competitor is ignored: answers are not searched
 * for it, and it can be added again. Repeating a change does nothing.
 */
import { z } from "zod"
import { type AuditContext, changedStates, recordAudit } from "@/domain/audit/record"
import { Problem, parameterError } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { problemOf } from "@/domain/kernel/validate"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import type { LockedProject } from "../lock-project"
import { requestRecount } from "../request-recount"
import { brandKinds } from "./brand"
import { brandSettings } from "./brand-settings"

const maxCompetitors = 20

export const competitor = z.strictObject({ name: brandSettings.name, domains: brandSettings.domains.default([]) })

export const competitorChanges = {
  add_competitors: z
    .array(competitor)
    .max(maxCompetitors)
    .meta({ description: "Competitors to track. Those that the project tracks already stay as they are." }),
  remove_competitors: z
    .array(brandSettings.name)
    .max(maxCompetitors)
    .meta({ description: "Names of competitors that are no longer tracked. Their earlier answers stay." }),
}

type Change = { add_competitors?: z.output<typeof competitor>[]; remove_competitors?: string[] }

/** The caller must hold the project's lock. */
export async function changeCompetitors(
  tx: Prisma.TransactionClient,
  ctx: AuditContext,
  project: LockedProject,
  { add_competitors = [], remove_competitors = [] }: Change,
) {
  const within = { teamId: ctx.team.id, projectId: project.id }
  const brands = await rowsIn(
    tx,
    brandRow,
    sql`select id, name, kind, domains from ai_brand where team_id = ${within.teamId} and project_id = ${within.projectId}`,
  )
  const removed = remove_competitors
    .map((name) => requireCompetitor(brands, name))
    .filter(({ kind }) => kind !== "ignored")
  for (const { name } of add_competitors) requireNotYours(brands, name)
  const added = add_competitors.filter(({ name }) => findByName(brands, name)?.kind !== "competitor")
  const newlyTracked = added.flatMap(({ name }) => findByName(brands, name)?.id ?? [])
  for (const brand of removed) await changeKind(tx, ctx, brand, "ignored")
  for (const input of added) await addCompetitor(tx, ctx, within.projectId, brands, input)
  if (removed.length + added.length > 0) await requestRecount(tx, within, newlyTracked)
}

const brandRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(brandKinds),
  domains: z.array(z.string()),
})
type BrandRow = z.infer<typeof brandRow>

const findByName = (brands: BrandRow[], name: string) =>
  brands.find((brand) => brand.name.toLowerCase() === name.toLowerCase())

/**
 * Returns the competitor with this name, also one that was removed before. Throws `parameter_invalid` if there is none.
 */
function requireCompetitor(brands: BrandRow[], name: string): BrandRow {
  const found = findByName(brands, name)
  if (found?.kind === "competitor" || found?.kind === "ignored") return found
  const competitors = brands.filter(({ kind }) => kind === "competitor").map((brand) => brand.name)
  const fix = competitors.length > 0 ? `The competitors are ${competitors.join(", ")}.` : "It has no competitors."
  throw problemOf([parameterError("remove_competitors", `This project has no competitor named ${name}.`, fix)])
}

/** Throws `state_conflict` if this is the name of your brand. */
function requireNotYours(brands: BrandRow[], name: string) {
  const found = findByName(brands, name)
  if (found?.kind === "own")
    throw new Problem("state_conflict", `${found.name} is your brand in this project, so it cannot be a competitor.`)
}

/** An ignored or discovered brand with this name becomes a competitor and keeps its history. */
async function addCompetitor(
  tx: Prisma.TransactionClient,
  ctx: AuditContext,
  project_id: string,
  brands: BrandRow[],
  input: z.output<typeof competitor>,
) {
  const found = findByName(brands, input.name)
  if (found) return changeKind(tx, ctx, found, "competitor", input.domains)
  const brand = { ...input, id: newId("brand", ctx.now().getTime()), kind: "competitor" as const }
  brands.push(brand)
  await tx.aiBrand.create({ data: { ...brand, team_id: ctx.team.id, project_id, created_at: ctx.now() } })
  const after = { ...input, kind: brand.kind }
  await recordAudit(ctx, { action: "ai_visibility.brand_created", subject_id: brand.id, after }, tx)
}

/** If there are `domains`, they replace those of the brand. */
async function changeKind(
  tx: Prisma.TransactionClient,
  ctx: AuditContext,
  brand: BrandRow,
  kind: BrandRow["kind"],
  domains: string[] = [],
) {
  const change = { kind, ...(domains.length > 0 && { domains }) }
  const states = changedStates({ name: brand.name }, brand, change)
  await tx.aiBrand.updateMany({ where: { team_id: ctx.team.id, id: brand.id }, data: change })
  brand.kind = kind
  await recordAudit(ctx, { action: "ai_visibility.brand_updated", subject_id: brand.id, ...states }, tx)
}
