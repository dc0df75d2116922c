/** Builds the context of an operation for a browser's request: the signed-in person, the team and the origin. */
import "server-only"
import type { Audience, Contexts, PersonContext, RequestOrigin, TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import type { Session } from "@/domain/people/session"
import { findMembership } from "@/domain/teams/member"

export type RequestIdentity = {
  person: Session | null
  teamSlug: string | null
  origin: RequestOrigin
  requestId: string
}

/**
 * Returns the context for `audience`. Throws `session_missing` when nobody is signed in but the audience requires it,
 * and `resource_not_found` for a team that the person is not a member of.
 */
export async function contextOf<A extends Audience>(audience: A, identity: RequestIdentity): Promise<Contexts[A]> {
  const { origin, requestId } = identity
  const publicContext = { origin, requestId, now: () => new Date() }
  const builders: { [K in Audience]: () => Promise<Contexts[K]> } = {
    public: async () => publicContext,
    person: async () => ({ ...publicContext, actor: requireSignedIn(identity) }),
    // `run` checks that the person is an operator.
    operator: async () => ({ ...publicContext, actor: requireSignedIn(identity) }),
    team: () => teamContextOf(publicContext, identity),
  }
  return builders[audience]()
}

async function teamContextOf(publicContext: Contexts["public"], identity: RequestIdentity): Promise<TeamContext> {
  const { session_version: _version, session_id: _id, ...actor } = requireSignedIn(identity)
  const membership = await findMembership(actor.id, identity.teamSlug ?? "")
  if (!membership) throw new Problem("resource_not_found", "This team does not exist, or you are not a member of it.")
  return { ...publicContext, team: membership.team, actor: { ...actor, role: membership.role } }
}

function requireSignedIn({ person }: RequestIdentity): PersonContext["actor"] {
  if (!person) throw new Problem("session_missing", "You are not signed in, or your session has ended.")
  return { kind: "person", ...person }
}
