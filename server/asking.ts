/** Builds the context of an operation from the browser's request: the person, the team and the request's origin. */
import "server-only"
import type { Audience, Contexts, Origin, PersonContext, TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import type { Session } from "@/domain/people/session"
import { findMembership } from "@/domain/teams/find-membership"

export type Asking = { person: Session | null; teamSlug: string | null; origin: Origin; requestId: string }

/**
 * Returns the context for `audience`. Throws `session_missing` when nobody is signed in but the audience requires it,
 * and `resource_not_found` for a team that the person is not a member of.
 */
export async function contextOf<A extends Audience>(audience: A, asking: Asking): Promise<Contexts[A]> {
  const { origin, requestId } = asking
  const anybody = { origin, requestId, now: () => new Date() }
  const make: { [K in Audience]: () => Promise<Contexts[K]> } = {
    public: async () => anybody,
    person: async () => ({ ...anybody, actor: signedIn(asking) }),
    // `run` checks that the person is an operator.
    operator: async () => ({ ...anybody, actor: signedIn(asking) }),
    team: () => inTheirTeam(anybody, asking),
  }
  return make[audience]()
}

async function inTheirTeam(anybody: Contexts["public"], asking: Asking): Promise<TeamContext> {
  const { session_version: _version, session_id: _id, ...actor } = signedIn(asking)
  const seat = await findMembership(actor.id, asking.teamSlug ?? "")
  if (!seat) throw new Problem("resource_not_found", "This team does not exist, or you are not a member of it.")
  return { ...anybody, team: seat.team, actor: { ...actor, role: seat.role } }
}

function signedIn({ person }: Asking): PersonContext["actor"] {
  if (!person) throw new Problem("session_missing", "You are not signed in, or your session has ended.")
  return { kind: "person", ...person }
}
