/**
 * Creates the demo team's owner, who can sign in, its sample members, the key of the printed curl command, and a key
 * with a log of requests. The audit log lists these changes.
 */
import { customAlphabet } from "nanoid"
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import type { PersonActor } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { allScopes } from "@/domain/kernel/scopes"
import { insertKey } from "@/domain/keys/insert-key"
import { hashPassword } from "@/domain/people/password"
import { type Prisma, prisma } from "../client"
import { createMembers, sampleAudit } from "./members"
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
  const { key, people } = await prisma.$transaction(async (tx) => {
    const owner = await createOwner(tx, team.id, password_hash, now)
    const { name, plan } = team
    const created: AuditRecord = { action: "team.created", subject_id: team.id, after: { name, plan } }
    await recordAudit(sampleAudit(team, owner, createdAt), created, tx)
    const firstSteps = await createKey(tx, team, { name: "First steps", creator: owner, at: createdAt })
    const people = await createMembers(tx, team, owner, now)
    const dashboardAt = new Date(createdAt.getTime() + 30 * 86_400_000)
    const dashboardKey = { name: "Dashboard (sample)", creator: people.admin, at: dashboardAt }
    const dashboard = await createKey(tx, team, dashboardKey)
    await seedRequestLog(tx, { team_id: team.id, key_id: dashboard.id }, clientId, now)
    return { key: firstSteps, people }
  })
  return { account: { email, password, api_key: key.secret }, people }
}

async function createOwner(tx: Prisma.TransactionClient, team_id: string, password_hash: string, now: Date) {
  const { id, name } = await tx.user.upsert({
    where: { email },
    create: { id: newId("user"), email, name: "Demo Owner", password_hash, email_verified_at: now },
    update: { password_hash },
  })
  await tx.membership.create({ data: { team_id, user_id: id, role: "owner", created_at: foundedAt(now) } })
  return { kind: "person", id, name, email, role: "owner" } satisfies PersonActor
}

type NewKey = { name: string; creator: PersonActor; at: Date }

/** A key with all scopes. */
async function createKey(tx: Prisma.TransactionClient, team: SeedTeam, { name, creator, at }: NewKey) {
  const settings = { name, scopes: [...allScopes], ip_allowlist: [], expires_at: null }
  const created = await insertKey(tx, team, { ...settings, created_by: creator.id, created_at: at })
  const after = { ...settings, hint: created.hint }
  await recordAudit(sampleAudit(team, creator, at), { action: "key.created", subject_id: created.id, after }, tx)
  return created
}
