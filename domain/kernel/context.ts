/**
 * Describes who calls an operation, for which team, and from where. An operation knows about its caller only
 * what its context contains.
 */
import { z } from "zod"
import { planNames, teamLimits } from "./plans"
import type { Role } from "./roles"
import type { Scope } from "./scopes"
import type { ConnectionPermissions } from "./tool"

export const teamFacts = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  timezone: z.string(),
  currency: z.string(),
  is_sample: z.boolean(),
  is_suspended: z.boolean(),
  /** The operator's reason for the suspension. null when the team is not suspended or the operator gave no reason. */
  suspension_reason: z.string().nullable().optional(),
  /** Limits that the operator set for this team. They replace those of the plan. */
  limits: teamLimits,
})
export type TeamFacts = z.infer<typeof teamFacts>

/** An API key of the team. */
export type KeyActor = {
  kind: "key"
  id: string
  name: string
  hint: string
  scopes: readonly Scope[]
  expires_at: string | null
  grace_until: string | null
}
/** A signed-in user. `role` is the user's role in the team of the context. */
export type PersonActor = { kind: "person"; id: string; name: string; email: string; role: Role }
/** The service itself: imports, seeds and background jobs. */
export type SystemActor = { kind: "system"; name: string }
export type Actor = KeyActor | PersonActor | SystemActor
/** An operator of the installation. `id` is the user's id, or null when the operator works on the command line. */
export type OperatorActor = { kind: "operator"; id: string | null; name: string }

/** The caller's address and user agent, for the audit log. `ip` is the address that the trusted proxy saw. */
export type RequestOrigin = { ip: string | null; userAgent: string | null }

/** The caller of work that the service does by itself. `name` appears in the audit log. */
export const systemCaller = (name: string, now: () => Date) => ({
  actor: { kind: "system", name } satisfies SystemActor,
  origin: { ip: null, userAgent: null } satisfies RequestOrigin,
  now,
})

export type TeamContext = {
  team: TeamFacts
  actor: Actor
  origin: RequestOrigin
  requestId: string
  /** The only clock that an operation may read. Tests replace it. */
  now(): Date
  /** The MCP client that calls for the actor. */
  connection?: ConnectionPermissions
  /** With true, `run` returns the result of the operation and rolls every change back. */
  isDryRun?: boolean
  /** Adds up the time that the call waits for the database. Set by channels that report it. */
  meter?: { dbMs: number }
  /** Aborts when the client disconnects. Then no further query starts. Set for MCP clients that read. */
  signal?: AbortSignal
  /** The caller's remaining rate limits, for GET /me. Channels without rate limits leave it out. */
  rateLimitStates?(): Promise<LimitState[]>
}

/** The id of the acting user. Null for other actors. */
export const actorId = ({ actor }: TeamContext) => (actor.kind === "person" ? actor.id : null)

/** What is left of one rate limit of the caller. */
export type LimitState = {
  policy: "key" | "team"
  quota: number
  window_seconds: number
  remaining: number
  resets_in_seconds: number
}

/** A signed-in user outside any team, for operations on the user's account and list of teams. */
export type PersonContext = Omit<TeamContext, "team" | "actor" | "rateLimitStates" | "connection" | "isDryRun"> & {
  actor: Omit<PersonActor, "role"> & { session_version: number; session_id: string }
}

/** A caller who is not signed in, for example during sign-up. */
export type PublicContext = Omit<PersonContext, "actor">

/**
 * The context of each audience. For `operator`, the actor is a signed-in user, and `run` checks that the user is an
 * operator of this installation.
 */
export type Contexts = { team: TeamContext; person: PersonContext; public: PublicContext; operator: PersonContext }
export type Audience = keyof Contexts
