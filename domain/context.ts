/** Who is asking: an operation knows nothing of the outside but this. */
import type { Plan, TeamLimits } from "./plans"
import type { Scope } from "./scopes"

export const roles = ["viewer", "member", "admin", "owner"] as const
/** Roles in rising order: each may do what the ones before it may. */
export type Role = (typeof roles)[number]
export const roleAtLeast = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

export type TeamFacts = {
  id: string
  slug: string
  name: string
  plan: Plan
  timezone: string
  currency: string
  is_sample: boolean
  is_suspended: boolean
  /** The operator's reason, where the team is suspended and the operator gave one. */
  suspension_reason?: string | null
  /** What the operator allows this team instead of what its plan does. */
  limits: TeamLimits
}

/** A key of the team's own code. */
export type KeyActor = {
  kind: "key"
  id: string
  name: string
  hint: string
  scopes: readonly Scope[]
  expires_at: string | null
  grace_until: string | null
}
/** A person in the browser; `role` is the one in the context's team. */
export type PersonActor = { kind: "person"; id: string; name: string; email: string; role: Role }
/** The service itself: imports, seeds and background work. */
export type SystemActor = { kind: "system"; name: string }
export type Actor = KeyActor | PersonActor | SystemActor
/** An operator of the installation, from the page (`id` is the person) or from the command line (null). */
export type OperatorActor = { kind: "operator"; id: string | null; name: string }

/** Where a call came from, for the audit; `ip` is already the one the trusted proxy saw. */
export type Origin = { ip: string | null; userAgent: string | null }

export type TeamContext = {
  team: TeamFacts
  actor: Actor
  origin: Origin
  requestId: string
  /** The one clock: tests set it. */
  now(): Date
  /** Adds up the time spent in the database, where a channel tells it. */
  meter?: { dbMs: number }
  /** What is left of the caller's limits, for GET /me; channels without limits leave it out. */
  limits?(): Promise<LimitState[]>
}

export type LimitState = {
  policy: "key" | "team"
  quota: number
  window_seconds: number
  remaining: number
  resets_in_seconds: number
}

/** A signed-in person outside any team: their own account, their teams. */
export type PersonContext = Omit<TeamContext, "team" | "actor" | "limits"> & {
  actor: Omit<PersonActor, "role"> & { session_version: number; session_id: string }
}

/** Anybody: signing up, asking for a link. */
export type PublicContext = Omit<PersonContext, "actor">

/** `operator` is a signed-in person, of whom `run` demands that they are an operator of this installation. */
export type Contexts = { team: TeamContext; person: PersonContext; public: PublicContext; operator: PersonContext }
export type Audience = keyof Contexts
