/** Rotates the team's Ed25519 key (v1a). The old key also signs, and stays in the JWKS, until the overlap ends. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, sql } from "@/prisma/client"
import { lockTeam } from "./endpoint-limits"
import { overlapHours } from "./secret"
import { createSigningKey, readSigningKeys, signingKey } from "./signing-key"
import { clearSigningMaterial } from "./signing-material"

/** Each active key adds a signature to the header of every request. */
const maxActiveKeys = 3

export const rotateSigningKey = defineOperation({
  id: "webhooks.rotateSigningKey",
  summary: "Rotate the team's Ed25519 signing key",
  description: `Applies to endpoints whose requests have v1a signatures. A team can have at most ${maxActiveKeys} active keys. An overlap of 0 hours ends all older keys immediately.`,
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ overlap_hours: overlapHours }),
  output: z.array(signingKey),
  fails: ["state_conflict"],
  async handle(ctx, { overlap_hours }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      await lockTeam(tx, team_id)
      await tx.$executeRaw(sql`delete from webhook_signing_key where team_id = ${team_id}
        and (${overlap_hours} = 0 or expires_at <= now())`)
      const remaining = await tx.$executeRaw(sql`update webhook_signing_key
        set expires_at = least(expires_at, now() + make_interval(hours => ${overlap_hours}::int)) where team_id = ${team_id}`)
      if (remaining >= maxActiveKeys)
        throw new Problem(
          "state_conflict",
          `This team already has ${maxActiveKeys} active signing keys. Wait until one of them ends, or rotate with an overlap of 0 hours, which ends all of them.`,
        )
      const keyId = await createSigningKey(tx, team_id)
      const record = { subject_id: keyId, after: { overlap_hours } }
      await recordAudit(ctx, { action: "endpoint.signing_key_rotated", ...record }, tx)
    })
    clearSigningMaterial()
    return { data: await readSigningKeys(team_id) }
  },
})
