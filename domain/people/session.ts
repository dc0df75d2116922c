/** Manages sessions: one row for each signed-in browser. The browser's cookie contains the id of the row. */
import type { Origin, PublicContext } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { networkOf } from "@/domain/kernel/network-of"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import type { SignedIn } from "./sign-in"

export const sessionDays = 30
/** Minimum time between two updates of a session's last use. */
const noteUseEveryMinutes = 5

/** A signed-in user and the session in use. */
export type Session = SignedIn & { session_id: string }

/** Starts a session and returns its id. `replaced` is the previous session of this browser; it ends. */
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
  // Across teams: users do not belong to a single team.
  await acrossTeams(() => prisma.session.create({ data: session }))
  if (replaced !== null) await endSessionById(replaced)
  return session.id
}

/**
 * Returns the session and its user, or null when it expired, was signed out, or has an older `session_version`. Runs
 * one read by primary key. With `usedFrom`, records the use.
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

/** Ends one session. Does nothing when it has already ended. */
export const endSessionById = (id: string) => acrossTeams(() => prisma.session.deleteMany({ where: { id } }))

/** Records the last use. The session stays valid when the write fails. */
async function noteUse(id: string, origin: Origin) {
  const data = { last_used_at: new Date(), ...placeOf(origin) }
  try {
    await acrossTeams(() => prisma.session.updateMany({ where: { id }, data }))
  } catch (err) {
    log.warn({ err }, "could not store the last use of a session")
  }
}

const placeOf = ({ ip, userAgent }: Origin) => ({
  network: networkOf(ip),
  user_agent: userAgent?.slice(0, 300) ?? null,
})
