/** Creates the demo team's owner, who can sign in, and the key of the printed curl command. */
import { customAlphabet } from "nanoid"
import { newId } from "@/domain/kernel/ids"
import { allScopes } from "@/domain/kernel/scopes"
import { mintKey } from "@/domain/keys/mint"
import { hashPassword } from "@/domain/people/password"
import { prisma } from "../client"

const email = "demo@signalbox.example"
/** Without letters that look alike, because the password is typed from a terminal. */
const readable = customAlphabet("abcdefghjkmnpqrstuvwxyz23456789", 16)

/** Call it inside the team's scope. The password and the key are new in each installation, and returned only here. */
export async function createDemoPeople(team: { id: string; is_sample: boolean }) {
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
    return mintKey(tx, team, {
      name: "First steps",
      scopes: [...allScopes],
      ip_allowlist: [],
      expires_at: null,
      created_by: owner.id,
      created_at: now,
    })
  })
  return { email, password, api_key: key.secret }
}
