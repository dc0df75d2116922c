/**
 * Creates the demo team's owner, who can sign in, and the key of the printed curl command. The audit log lists both
 * changes.
 */
import { customAlphabet } from "nanoid"
import { recordAudit } from "@/domain/audit/record"
import { newId } from "@/domain/kernel/ids"
import { allScopes } from "@/domain/kernel/scopes"
import { insertKey } from "@/domain/keys/insert-key"
import { hashPassword } from "@/domain/people/password"
import { prisma } from "../client"

const email = "demo@signalbox.example"
const keyName = "First steps"
/** Without letters that look alike, because the password is typed from a terminal. */
const readable = customAlphabet("abcdefghjkmnpqrstuvwxyz23456789", 16)

/** Call it inside the team's scope. The password and the key are new in each installation, and returned only here. */
export async function createDemoPeople(team: { id: string; name: string; plan: string; is_sample: boolean }) {
  const password = readable()
  const password_hash = await hashPassword(password)
  const now = new Date()
  const key = await prisma.$transaction(async (tx) => {
    const owner = await tx.user.upsert({
      where: { email },
      create: { id: newId("user"), email, name: "Demo Owner", password_hash, email_verified_at: now },
      update: { password_hash },
    })
    await tx.membership.create({ data: { team_id: team.id, user_id: owner.id, role: "owner" } })
    const scopes = [...allScopes]
    const created = await insertKey(tx, team, {
      name: keyName,
      scopes,
      ip_allowlist: [],
      expires_at: null,
      created_by: owner.id,
      created_at: now,
    })
    const actor = { kind: "person", id: owner.id, name: owner.name ?? email, email, role: "owner" } as const
    const audited = { team, actor, origin: { ip: null, userAgent: null }, now: () => now }
    const { name, plan } = team
    await recordAudit(audited, { action: "team.created", subject_id: team.id, after: { name, plan } }, tx)
    const after = { name: keyName, hint: created.hint, scopes, expires_at: null, ip_allowlist: [] }
    await recordAudit(audited, { action: "key.created", subject_id: created.id, after }, tx)
    return created
  })
  return { email, password, api_key: key.secret }
}
