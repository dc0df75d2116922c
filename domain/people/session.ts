/** Who a session belongs to, and whether it still counts: a session carries the version it was made under. */
import { processWide } from "@/domain/process-wide"
import { acrossTeams, rows, sql } from "@/prisma/client"
import type { SignedIn } from "./sign-in"

/** How long this process may believe what it read: the bound of "sign out everywhere" on other processes. */
const believedForMs = 5_000
const mostBelieved = 10_000

type Belief = { person: SignedIn | null; until: number }
const beliefs = () => processWide("sessions", () => new Map<string, Belief>())

/** The person, or null when there is none or all sessions of that version were signed out. */
export async function findSession(personId: string, version: number): Promise<SignedIn | null> {
  const believed = beliefs().get(personId)
  const person = believed && believed.until > Date.now() ? believed.person : await read(personId)
  return person?.session_version === version ? person : null
}

/** After a change of the person: the next request of this process reads again. */
export const forgetSession = (personId: string) => beliefs().delete(personId)

async function read(personId: string): Promise<SignedIn | null> {
  if (beliefs().size >= mostBelieved) beliefs().clear()
  const [person] = await acrossTeams(() =>
    rows<SignedIn>(sql`select id, name, email, session_version from "user" where id = ${personId}`),
  )
  beliefs().set(personId, { person: person ?? null, until: Date.now() + believedForMs })
  return person ?? null
}
