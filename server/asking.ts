/** Who asks from the browser, as the context that an operation wants. */
import "server-only"
import type { Audience, Contexts, Origin, PersonContext, TeamContext } from "@/domain/context"
import { Problem } from "@/domain/errors"
import type { Session } from "@/domain/people/session"
import { findMembership } from "@/domain/teams/find-membership"

export type Asking = { person: Session | null; teamSlug: string | null; origin: Origin; requestId: string }

/** Throws `session_missing` where somebody must be signed in, and `resource_not_found` for a team that is not theirs. */
export async function contextOf<A extends Audience>(audience: A, asking: Asking): Promise<Contexts[A]> {
  const { origin, requestId } = asking
  const anybody = { origin, requestId, now: () => new Date() }
  const make: { [K in Audience]: () => Promise<Contexts[K]> } = {
    public: async () => anybody,
    person: async () => ({ ...anybody, actor: signedIn(asking) }),
    // `run` demands that the person is an operator.
    operator: async () => ({ ...anybody, actor: signedIn(asking) }),
    team: () => inTheirTeam(anybody, asking),
  }
  return make[audience]()
}

async function inTheirTeam(anybody: Contexts["public"], asking: Asking): Promise<TeamContext> {
  const { session_version: _version, session_id: _id, ...actor } = signedIn(asking)
  const seat = await findMembership(actor.id, asking.teamSlug ?? "")
  if (!seat) throw new Problem("resource_not_found", "There is no such team, or you are not in it.")
  return { ...anybody, team: seat.team, actor: { ...actor, role: seat.role } }
}

function signedIn({ person }: Asking): PersonContext["actor"] {
  if (!person) throw new Problem("session_missing", "You are not signed in, or your session has ended.")
  return { kind: "person", ...person }
}
