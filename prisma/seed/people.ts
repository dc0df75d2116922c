/**
 * Creates the demo team's owner, who can sign in, the key of the printed curl command, and a key with a log of requests.
 * The audit log lists these changes.
 */
import { customAlphabet } from "nanoid"
import { type AuditContext, recordAudit } from "@/domain/audit/record"
import type { PersonActor } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { allScopes } from "@/domain/kernel/scopes"
import { insertKey } from "@/domain/keys/insert-key"
import { hashPassword } from "@/domain/people/password"
import { type Prisma, prisma } from "../client"
import { seedRequestLog } from "./request-log"
import { foundedAt } from "./team"

const email = "demo@signalbox.example"
/** Without letters that look alike, because the password is typed from a terminal. */
const readable = customAlphabet("abcdefghjkmnpqrstuvwxyz23456789", 16)

type SeedTeam = { id: string; name: string; plan: string; is_sample: boolean }

/** Call it inside the team's scope. The password and the key are new in each installation, and returned only here. */
export async function createDemoPeople(team: SeedTeam, clientId: string, now: Date) {
  const password = readable()
  const password_hash = await hashPassword(password)
  const createdAt = foundedAt(now)
  const key = await prisma.$transaction(async (tx) => {
    const owner = await tx.user.upsert({
      where: { email },
      create: { id: newId("user"), email, name: "Demo Owner", password_hash, email_verified_at: now },
      update: { password_hash },
    })
    await tx.membership.create({ data: { team_id: team.id, user_id: owner.id, role: "owner", created_at: createdAt } })
    const actor = { kind: "person", id: owner.id, name: owner.name ?? email, email, role: "owner" } as const
    const audited = (at: Date) => ({ team, actor, origin: { ip: null, userAgent: null }, now: () => at })
    const { name, plan } = team
    await recordAudit(audited(createdAt), { action: "team.created", subject_id: team.id, after: { name, plan } }, tx)
    const firstSteps = await createKey(tx, audited(createdAt), "First steps")
    // Its secret is discarded, so the key cannot be used. The log therefore contains only the sample requests.
    const dashboard = await createKey(
      tx,
      audited(new Date(createdAt.getTime() + 30 * 86_400_000)),
      "Dashboard (sample)",
    )
    await seedRequestLog(tx, { team_id: team.id, key_id: dashboard.id }, clientId, now)
    return firstSteps
  })
  return { email, password, api_key: key.secret }
}

type Audited = Omit<AuditContext, "actor"> & { team: SeedTeam; actor: PersonActor }

/** A key with all scopes, created by the owner at the time of `audited`. */
async function createKey(tx: Prisma.TransactionClient, audited: Audited, name: string) {
  const settings = { name, scopes: [...allScopes], ip_allowlist: [], expires_at: null }
  const { actor, team } = audited
  const created = await insertKey(tx, team, { ...settings, created_by: actor.id, created_at: audited.now() })
  const after = { ...settings, hint: created.hint }
  await recordAudit(audited, { action: "key.created", subject_id: created.id, after }, tx)
  return created
}
