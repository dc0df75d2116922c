/** The people of the demo team: an owner who can sign in, and the key of the printed curl line. */
import { customAlphabet } from "nanoid"
import { newId } from "@/domain/ids"
import { mintKey } from "@/domain/keys/mint"
import { hashPassword } from "@/domain/people/password"
import { allScopes } from "@/domain/scopes"
import { prisma } from "../client"

const email = "demo@signalbox.example"
/** No letters that look alike: the password is typed off a terminal. */
const readable = customAlphabet("abcdefghjkmnpqrstuvwxyz23456789", 16)

/** Call it inside the team. The password and the key are new for each installation and told once, to the caller. */
export async function makeDemoPeople(team: { id: string; is_sample: boolean }) {
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
