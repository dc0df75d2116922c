/** Rotates an API key: creates a new key with the same settings. The old key still works for a grace period. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { actorId, type TeamContext } from "@/domain/kernel/context"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { type Prisma, prisma } from "@/prisma/client"
import { clearKeyCache } from "./authenticate"
import { lockTeamForKeys, requireCapacity, requireCreationRateLimit } from "./create"
import { insertKey } from "./insert-key"
import { createdKey, findKeyOfTeam, type Key } from "./key"

/** How long the old key still works, in milliseconds. */
export const gracePeriodsMs = { "0": 0, "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const

export const rotateKey = defineOperation({
  id: "keys.rotate",
  summary: "Rotate an API key",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    key_id: id("key"),
    grace: z.enum(["0", "1h", "24h", "7d"]).default("24h").meta({
      description: "How long the old key continues to work. It never works longer than until its own expiry date.",
    }),
  }),
  output: createdKey,
  async handle(ctx, { key_id, grace }) {
    requireDeveloperAccess(ctx.team)
    const now = ctx.now()
    const old = await findKeyOfTeam(ctx.team.id, key_id, now)
    if (!old) throw notFound("API key")
    if (old.state !== "active") throw keyNotActive(old)
    const created = await prisma.$transaction(async (tx) => {
      await lockTeamForKeys(tx, ctx)
      await requireCreationRateLimit(tx, ctx, now)
      if (await hasWorkingPredecessor(tx, ctx, key_id)) await requireCapacity(tx, ctx, now)
      const created = await insertKey(tx, ctx.team, { ...settingsOf(old), created_by: actorId(ctx), created_at: now })
      const end = endOfGrace(old, now, gracePeriodsMs[grace])
      const { count } = await tx.apiKey.updateMany({
        where: { team_id: ctx.team.id, id: key_id, revoked_at: null, replaced_by: null },
        data: { replaced_by: created.id, grace_until: end, ...(grace === "0" && revocation(ctx, now)) },
      })
      if (count === 0) throw keyNotActive(old)
      await recordAudit(
        ctx,
        {
          action: "key.rotated",
          subject_id: key_id,
          after: { name: old.name, replaced_by: created.id, hint: created.hint, grace_until: end },
        },
        tx,
      )
      return created
    })
    clearKeyCache()
    return { data: { key: (await findKeyOfTeam(ctx.team.id, created.id, now)) as Key, secret: created.secret } }
  },
})

/** True if this key replaced one that still works. That one counts against the plan's limit once this key is replaced. */
async function hasWorkingPredecessor(tx: Prisma.TransactionClient, { team, now }: TeamContext, keyId: string) {
  const where = { team_id: team.id, replaced_by: keyId, revoked_at: null, grace_until: { gt: now() } }
  return (await tx.apiKey.count({ where })) > 0
}

/** Never later than the key's expiry. */
const endOfGrace = ({ expires_at }: Key, now: Date, graceMs: number) =>
  new Date(Math.min(now.getTime() + graceMs, expires_at ? Date.parse(expires_at) : Number.POSITIVE_INFINITY))

const settingsOf = ({ name, scopes, ip_allowlist, expires_at }: Key) => ({
  name,
  scopes,
  ip_allowlist,
  expires_at: expires_at ? new Date(expires_at) : null,
})

const revocation = (ctx: TeamContext, now: Date) => ({
  revoked_at: now,
  revoked_by: actorId(ctx),
  revoke_reason: "rotated",
})

const keyNotActive = ({ state }: Key) =>
  new Problem(
    "state_conflict",
    `Only active keys can be rotated. This key is ${state === "active" ? "already being rotated" : state.replace("_", " ")}.`,
  )
