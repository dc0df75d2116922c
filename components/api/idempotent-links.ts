/** tRPC links that send each change with an idempotency key, and retry it when its response is lost. */
import { httpLink, retryLink, type TRPCClientErrorLike, type TRPCLink } from "@trpc/client"
import { observable } from "@trpc/server/observable"
import type { Router } from "@/server/trpc/router"
import { idempotencyKeyOf } from "./idempotency-keys"
import { isUnconfirmed } from "./problem"

/** Waits before the second and the third attempt. */
const retryAfterMs = [500, 2_000]
/** While the server still executes a change, the request is repeated once a second, for a minute. */
const maxInProgressRetries = 60
/** A request without a response is aborted after this time and sent again. */
const responseTimeoutMs = 30_000

type Props = { url: string; headers: Record<string, string> }

export const idempotentLinks = ({ url, headers }: Props): TRPCLink<Router>[] => [
  assignChangeKeys,
  retryLink<Router>({
    retry: ({ op, error, attempts }) => op.type === "mutation" && shouldRetry(error, attempts),
    retryDelayMs: (attempt) => retryAfterMs[attempt - 1] ?? 1_000,
  }),
  httpLink<Router>({
    url,
    headers: ({ op }) => ({
      ...headers,
      ...(op.type === "mutation" && { "idempotency-key": `${op.context["idempotencyKey"]}` }),
    }),
    fetch: (input, init) => fetch(input, { ...init, signal: withTimeout(init?.signal) }),
  }),
]

function shouldRetry(error: TRPCClientErrorLike<Router>, attempts: number) {
  if (error.data?.problem?.code === "idempotency_in_progress") return attempts <= maxInProgressRetries
  return isUnconfirmed(error) && attempts <= retryAfterMs.length
}

/** Assigns the key. Runs before the retry link, so that all retries send the same key. */
const assignChangeKeys: TRPCLink<Router> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next({ ...op, context: { ...op.context, idempotencyKey: idempotencyKeyOf(op.input) } }).subscribe(observer),
    )

const withTimeout = (signal: AbortSignal | null | undefined) =>
  AbortSignal.any([AbortSignal.timeout(responseTimeoutMs), ...(signal ? [signal] : [])])
