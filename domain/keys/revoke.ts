/** Revokes an API key: the next request with it is refused on this process, within two seconds on every other. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/errors"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { prisma } from "@/prisma/client"
import { actorId } from "./create"
import { findKeyOfTeam, type Key, key } from "./key"
import { forgetKeys } from "./key-cache"

export const revokeKey = defineOperation({
  id: "keys.revoke",
  summary: "Revoke an API key",
  description: "Revoking twice changes nothing.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ key_id: id("key"), reason: z.string().trim().max(200).optional() }),
  output: key,
  async handle(ctx, { key_id, reason }) {
    const now = ctx.now()
    await prisma.$transaction(async (tx) => {
      const { count } = await tx.apiKey.updateMany({
        where: { team_id: ctx.team.id, id: key_id, revoked_at: null },
        data: { revoked_at: now, revoked_by: actorId(ctx), revoke_reason: reason || "revoked" },
      })
      if (count > 0)
        await recordAudit(ctx, { action: "key.revoked", subject_id: key_id, after: { reason: reason || null } }, tx)
    })
    forgetKeys()
    const data = await findKeyOfTeam(ctx.team.id, key_id, now)
    if (!data) throw notFound("API key")
    return { data: data as Key }
  },
})
