/** Rate limits by key and by team, and how many requests of a key may be under way at once. */
import "server-only"
import { RateLimiterRes } from "rate-limiter-flexible"
import type { LimitState } from "@/domain/context"
import { Problem } from "@/domain/errors"
import type { Caller } from "@/domain/keys/authenticate"
import { limitsOfTeam } from "@/domain/plans"
import { processWide } from "@/domain/process-wide"
import { limiter, windowSeconds } from "@/domain/usage/limiter"

/** One admitted request: what its answer says of the limits, and how to give the turn back. */
export type Turn = {
  headers: Record<string, string>
  states: LimitState[]
  /** 304 costs nothing; gives the headers as they are then. */
  refund(): Promise<Record<string, string>>
  end(): void
}

type Policy = { policy: "key" | "team"; id: string; quota: number }

/** Takes one request off the key's and the team's quota, or throws `rate_limited` / `concurrency_limited`. */
export async function takeTurn({ team, actor }: Caller): Promise<Turn> {
  const limits = limitsOfTeam(team)
  const policies: Policy[] = [
    { policy: "key", id: actor.id, quota: limits.keyRequestsPerMinute },
    { policy: "team", id: team.id, quota: limits.teamRequestsPerMinute },
  ]
  const end = enter(actor.id, limits.concurrentRequestsPerKey)
  try {
    const states = await Promise.all(policies.map(take))
    const headers = fields(states)
    const exceeded = states.filter((state) => state.isExceeded)
    if (exceeded.length > 0) {
      await give(policies.filter((_, i) => !states[i]?.isExceeded)) // what one policy refuses costs the other nothing
      throw rateLimited(exceeded, headers)
    }
    return { headers, states, refund: () => refund(policies, states), end }
  } catch (failure) {
    end()
    throw failure
  }
}

type State = LimitState & { isExceeded: boolean }

async function take({ policy, id, quota }: Policy): Promise<State> {
  const counting = await limiter(policy, quota)
  const used = await counting.consume(id).catch(passOrThrow)
  return {
    policy,
    quota,
    window_seconds: windowSeconds,
    remaining: Math.max(0, quota - used.consumedPoints),
    resets_in_seconds: Math.ceil(used.msBeforeNext / 1000),
    isExceeded: used.consumedPoints > quota,
  }
}

function passOrThrow(refused: unknown): RateLimiterRes {
  if (refused instanceof RateLimiterRes) return refused
  throw refused
}

async function refund(policies: Policy[], states: State[]) {
  await give(policies)
  return fields(states.map((state) => ({ ...state, remaining: state.remaining + 1 })))
}

const give = async (policies: Policy[]) => {
  await Promise.all(policies.map(async ({ policy, id, quota }) => (await limiter(policy, quota)).reward(id)))
}

const underWay = () => processWide("requests-under-way", () => new Map<string, number>())

function enter(keyId: string, most: number): () => void {
  const counts = underWay()
  const now = (counts.get(keyId) ?? 0) + 1
  if (now > most)
    throw new Problem("concurrency_limited", `At most ${most} requests of a key may be under way at once.`, {
      headers: { "Retry-After": "1" },
    })
  counts.set(keyId, now)
  return () => {
    const left = (counts.get(keyId) ?? 1) - 1
    if (left > 0) counts.set(keyId, left)
    else counts.delete(keyId)
  }
}

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers-10. */
const fields = (states: State[]) => ({
  "RateLimit-Policy": states.map((s) => `"${s.policy}";q=${s.quota};w=${s.window_seconds}`).join(", "),
  RateLimit: states.map((s) => `"${s.policy}";r=${s.remaining};t=${s.resets_in_seconds}`).join(", "),
})

function rateLimited(exceeded: State[], headers: Record<string, string>) {
  const seconds = Math.max(1, ...exceeded.map((s) => s.resets_in_seconds))
  return new Problem("rate_limited", `The limit is used up. It is full again in ${seconds} s.`, {
    extra: { "violated-policies": exceeded.map((s) => s.policy) },
    headers: { ...headers, "Retry-After": String(seconds) },
  })
}
