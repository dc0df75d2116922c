/** Creates an API key. Only this response contains the key itself. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { actorId, type TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { timestampInput } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOfTeam, requireDeveloperAccess } from "@/domain/kernel/plans"
import { allScopes } from "@/domain/kernel/scopes"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { addressRange, maxRanges } from "./address-ranges"
import { insertKey } from "./insert-key"
import { createdKey, findKeyOfTeam, type Key, keyState } from "./key"

const creationsPerHour = 100
const hourSeconds = 3_600

const keyName = z.string().trim().min(1).max(64).meta({ description: "A name that says what the key is used for." })

export const createKey = defineOperation({
  id: "keys.create",
  summary: "Create an API key",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    name: keyName,
    scopes: z
      .array(z.enum(allScopes))
      .min(1)
      .default([...allScopes])
      .meta({ description: "The data that the key can read. Default: all scopes." }),
    expires_at: timestampInput()
      .nullable()
      .default(null)
      .meta({ description: "The time when the key expires. `null` if it does not expire." }),
    ip_allowlist: z.array(addressRange).max(maxRanges).default([]).meta({
      description:
        "The IP addresses and CIDR ranges from which the key can be used. If the list is empty, it can be used from any address.",
    }),
  }),
  output: createdKey,
  async handle(ctx, { name, scopes, expires_at, ip_allowlist }) {
    requireDeveloperAccess(ctx.team)
    const now = ctx.now()
    const end = expires_at ? new Date(expires_at) : null
    if (end && end <= now) throw expiryInPast()
    const created = await prisma.$transaction(async (tx) => {
      await lockTeamForKeys(tx, ctx)
      await requireCreationRateLimit(tx, ctx, now)
      await requireCapacity(tx, ctx, now)
      const created = await insertKey(tx, ctx.team, {
        name,
        scopes: [...new Set(scopes)],
        ip_allowlist,
        expires_at: end,
        created_by: actorId(ctx),
        created_at: now,
      })
      await recordAudit(
        ctx,
        {
          action: "key.created",
          subject_id: created.id,
          after: { name, hint: created.hint, scopes, expires_at, ip_allowlist },
        },
        tx,
      )
      return created
    })
    return { data: { key: (await findKeyOfTeam(ctx.team.id, created.id, now)) as Key, secret: created.secret } }
  },
})

/** Locks the team's row. Call it before the limits are checked, so that concurrent requests cannot exceed them together. */
export const lockTeamForKeys = (tx: Prisma.TransactionClient, { team }: TeamContext) =>
  tx.$queryRaw`select id from team where id = ${team.id} for update`

/** Limits the keys created in the last hour. The caller must have locked the team. */
export async function requireCreationRateLimit(tx: Prisma.TransactionClient, { team }: TeamContext, now: Date) {
  const createdInLastHour = await tx.apiKey.count({
    where: { team_id: team.id, created_at: { gt: new Date(now.getTime() - hourSeconds * 1_000) } },
  })
  if (createdInLastHour >= creationsPerHour)
    throw new Problem(
      "rate_limited",
      `You can create at most ${creationsPerHour} keys per hour, including rotations. Try again later.`,
      {
        headers: { "Retry-After": `${hourSeconds}` },
      },
    )
}

/**
 * Enforces the plan's limit of usable keys. The caller must have locked the team. A rotated key and its active successor
 * count as one key.
 */
export async function requireCapacity(tx: Prisma.TransactionClient, { team }: TeamContext, now: Date) {
  const [{ usable_n } = { usable_n: 0 }] = await rowsIn(
    tx,
    usableKeys,
    sql`
      with usable as (
        select k.id, k.replaced_by, ${keyState(now)} as state from api_key k where k.team_id = ${team.id} and k.revoked_at is null)
      select count(*)::int as usable_n from usable k
      where k.state = 'active' or (k.state = 'in_grace' and not exists (
        select from usable successor where successor.id = k.replaced_by and successor.state = 'active'))`,
  )
  const { keys: maxKeys, label } = limitsOfTeam(team)
  if (usable_n >= maxKeys)
    throw new Problem(
      "plan_limit_reached",
      `The ${label} plan allows ${maxKeys} active API keys, and all of them are in use. Revoke one, or change the plan. Settings -> Plan shows who can do this.`,
    )
}

const usableKeys = z.object({ usable_n: z.int() })

const expiryInPast = () =>
  new Problem("parameter_invalid", "expires_at is in the past.", {
    errors: [{ parameter: "expires_at", code: "parameter_invalid", detail: "expires_at is in the past." }],
  })
