/** Revokes an API key. The next request with it is rejected on this process, and within two seconds on all others. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { clearKeyCache } from "./authenticate"
import { findKeyOfTeam, key } from "./key"
import { revokeKeys } from "./revoke-keys"

export const revokeKey = defineOperation({
  id: "keys.revoke",
  summary: "Revoke an API key",
  description: "Revoking a key that is already revoked changes nothing.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ key_id: id("key"), reason: z.string().trim().max(200).optional() }),
  output: key,
  async handle(ctx, { key_id, reason }) {
    const now = ctx.now()
    await prisma.$transaction((tx) => revokeKeys(tx, ctx, { id: key_id }, reason ?? null))
    clearKeyCache()
    const data = await findKeyOfTeam(ctx.team.id, key_id, now)
    if (!data) throw notFound("API key")
    return { data }
  },
})
