/** Rotates an endpoint's signing secret. Older secrets also sign until their overlap ends. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { lockWebhook } from "./lock-webhook"
import { createdSecret, createSecret, overlapHours } from "./secret"
import { clearSigningMaterial } from "./signing-material"
import { requireWebhook, webhook } from "./webhook"

const maxActiveSecrets = 3

export const rotateSecret = defineOperation({
  id: "webhooks.rotateSecret",
  summary: "Rotate a webhook endpoint's signing secret",
  description: `Requests are signed with both secrets during the overlap, so the receiver can switch without missing an event. An endpoint can have at most ${maxActiveSecrets} active secrets. An overlap of 0 hours ends all older secrets immediately.`,
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ webhook_id: id("endpoint"), overlap_hours: overlapHours }),
  output: z.object({ webhook, secret: createdSecret }),
  fails: ["state_conflict"],
  async handle(ctx, { webhook_id, overlap_hours }) {
    const team_id = ctx.team.id
    const secret = await prisma.$transaction(async (tx) => {
      await lockWebhook(tx, team_id, webhook_id)
      const version = await endOlder(tx, { team_id, webhook_id, overlap_hours })
      const created = await createSecret(tx, { team_id, endpoint_id: webhook_id, version })
      const record = { subject_id: webhook_id, after: { version, overlap_hours } }
      await recordAudit(ctx, { action: "endpoint.secret_rotated", ...record }, tx)
      return created
    })
    clearSigningMaterial()
    return { data: { webhook: await requireWebhook(ctx.team, webhook_id), secret } }
  },
})

type Rotation = { team_id: string; webhook_id: string; overlap_hours: number }

/**
 * Deletes older secrets that end now, and sets the end of the others, but never later than it was. Returns the version
 * of the new secret.
 */
async function endOlder(tx: Prisma.TransactionClient, { team_id, webhook_id, overlap_hours }: Rotation) {
  const [found] = (await rowsIn(
    tx,
    versionRow,
    sql`select coalesce(max(version), 0)::int + 1 as next_version
      from webhook_secret where team_id = ${team_id} and endpoint_id = ${webhook_id}`,
  )) as [z.infer<typeof versionRow>]
  await tx.$executeRaw(sql`delete from webhook_secret where team_id = ${team_id} and endpoint_id = ${webhook_id}
    and (${overlap_hours} = 0 or expires_at <= now())`)
  const remaining = await tx.$executeRaw(sql`update webhook_secret
    set expires_at = least(expires_at, now() + make_interval(hours => ${overlap_hours}::int))
    where team_id = ${team_id} and endpoint_id = ${webhook_id}`)
  if (remaining >= maxActiveSecrets)
    throw new Problem(
      "state_conflict",
      `This webhook already has ${maxActiveSecrets} active secrets. Wait until one of them ends, or rotate with an overlap of 0 hours, which ends all of them.`,
    )
  return found.next_version
}

const versionRow = z.object({ next_version: z.number() })
