/**
 * Manages sessions: one row for each signed-in browser. The browser's cookie contains the id of the row. Runs across
 * teams, because a session belongs to a user and not to a team.
 */
import { z } from "zod"
import type { PublicContext, RequestOrigin } from "@/domain/kernel/context"
import { timestamp } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { anonymizedNetwork } from "@/domain/kernel/network"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import { type SignedIn, signedIn } from "./sign-in"

export const sessionDays = 30
/** Minimum time between two updates of a session's last use. */
const recordUseEveryMinutes = 5

/** A signed-in user and the session in use. */
const session = signedIn.extend({ session_id: z.string() })
const sessionRow = session.extend({ last_used_at: timestamp() })
export type Session = z.infer<typeof session>

/**
 * Starts a session and returns its id. Ends `replaced`, the previous session of this browser. `isByLink`: the person
 * opened a sign-in link.
 */
export async function startSession(
  { origin, now }: Pick<PublicContext, "origin" | "now">,
  { id, session_version }: Pick<SignedIn, "id" | "session_version">,
  replaced: string | null,
  isByLink = false,
): Promise<string> {
  const created_at = now()
  const session = {
    id: newId("session"),
    user_id: id,
    session_version,
    ...deviceOf(origin),
    is_by_link: isByLink,
    created_at,
    last_used_at: created_at,
    expires_at: new Date(created_at.getTime() + sessionDays * 86_400_000),
  }
  await acrossTeams(() => prisma.session.create({ data: session }))
  if (replaced !== null) await endSessionById(replaced)
  return session.id
}

/**
 * Returns the session and its user, or null when it expired, was signed out, or has an older `session_version`. Reads
 * one row by primary key. With `usedFrom`, also records the use, at most every five minutes.
 */
export async function findSession(id: string, usedFrom?: RequestOrigin): Promise<Session | null> {
  const [found] = await acrossTeams(() =>
    rows(
      sessionRow,
      sql`
        select s.id as session_id, s.last_used_at, u.id, u.name, u.email, u.session_version
        from session s join "user" u on u.id = s.user_id and u.session_version = s.session_version
        where s.id = ${id} and s.expires_at > now()`,
    ),
  )
  if (!found) return null
  const { last_used_at, ...session } = found
  const sinceRecordedMs = Date.now() - Date.parse(last_used_at)
  if (usedFrom && sinceRecordedMs > recordUseEveryMinutes * 60_000) await recordUse(id, usedFrom)
  return session
}

/** Ends one session. Does nothing when it has already ended. */
export const endSessionById = (id: string) => acrossTeams(() => prisma.session.deleteMany({ where: { id } }))

/** Records the last use. The session stays valid when the write fails. */
async function recordUse(id: string, origin: RequestOrigin) {
  const data = { last_used_at: new Date(), ...deviceOf(origin) }
  try {
    await acrossTeams(() => prisma.session.updateMany({ where: { id }, data }))
  } catch (err) {
    log.warn({ err }, "could not store the last use of a session")
  }
}

const deviceOf = ({ ip, userAgent }: RequestOrigin) => ({
  network: anonymizedNetwork(ip),
  user_agent: userAgent?.slice(0, 300) ?? null,
})
