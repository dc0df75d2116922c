/** Sessions: one row for each browser that is signed in. The browser's cookie carries the id of its row. */
import type { Origin, PublicContext } from "@/domain/context"
import { newId } from "@/domain/ids"
import { networkOf } from "@/domain/keys/network-of"
import { log } from "@/domain/log"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import type { SignedIn } from "./sign-in"

export const sessionDays = 30
/** How often a session in use writes when and where it was used. */
const noteUseEveryMinutes = 5

/** A signed-in person, and the session that they use. */
export type Session = SignedIn & { session_id: string }

/** Starts a session and returns its id. `replaced` is the session that this browser had until now: it ends. */
export async function startSession(
  { origin, now }: Pick<PublicContext, "origin" | "now">,
  { id, session_version }: Pick<SignedIn, "id" | "session_version">,
  replaced: string | null,
): Promise<string> {
  const created_at = now()
  const session = {
    id: newId("session"),
    user_id: id,
    session_version,
    ...placeOf(origin),
    created_at,
    last_used_at: created_at,
    expires_at: new Date(created_at.getTime() + sessionDays * 86_400_000),
  }
  // Across teams: people belong to none.
  await acrossTeams(() => prisma.session.create({ data: session }))
  if (replaced !== null) await endSessionById(replaced)
  return session.id
}

/**
 * The session and its person, or null when it has ended: by itself, by signing out, or because all sessions of an older
 * `session_version` did. One read by primary key. `usedFrom` notes the use.
 */
export async function findSession(id: string, usedFrom?: Origin): Promise<Session | null> {
  const [found] = await acrossTeams(() =>
    rows<Session & { last_used_at: string }>(sql`
      select s.id as session_id, s.last_used_at, u.id, u.name, u.email, u.session_version
      from session s join "user" u on u.id = s.user_id and u.session_version = s.session_version
      where s.id = ${id} and s.expires_at > now()`),
  )
  if (!found) return null
  const { last_used_at, ...session } = found
  const unnotedMs = Date.now() - Date.parse(last_used_at)
  if (usedFrom && unnotedMs > noteUseEveryMinutes * 60_000) await noteUse(id, usedFrom)
  return session
}

/** Ends one session. Nothing happens when it has ended already. */
export const endSessionById = (id: string) => acrossTeams(() => prisma.session.deleteMany({ where: { id } }))

/** A session stays good while its use cannot be written. */
async function noteUse(id: string, origin: Origin) {
  const data = { last_used_at: new Date(), ...placeOf(origin) }
  try {
    await acrossTeams(() => prisma.session.updateMany({ where: { id }, data }))
  } catch (err) {
    log.warn({ err }, "the last use of a session could not be written")
  }
}

const placeOf = ({ ip, userAgent }: Origin) => ({
  network: networkOf(ip),
  user_agent: userAgent?.slice(0, 300) ?? null,
})
