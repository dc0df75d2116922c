/** tRPC links that send each change with an idempotency key, and retry it when its response is lost. */
import { httpLink, retryLink, type TRPCClientErrorLike, type TRPCLink } from "@trpc/client"
import { observable } from "@trpc/server/observable"
import type { Router } from "@/server/trpc/router"
import { keyOfChange } from "./change-keys"
import { isUnconfirmed } from "./problem"

/** Waits before the second and the third attempt. */
const retryAfterMs = [500, 2_000]
/** While the server still executes a change, the request is repeated once a second, for a minute. */
const maxQuestions = 60
/** A request without a response is aborted after this time and sent again. */
const silenceMs = 30_000

type Props = { url: string; headers: Record<string, string> }

export const confirmingLinks = ({ url, headers }: Props): TRPCLink<Router>[] => [
  nameChanges,
  retryLink<Router>({
    retry: ({ op, error, attempts }) => op.type === "mutation" && mayAskAgain(error, attempts),
    retryDelayMs: (attempt) => retryAfterMs[attempt - 1] ?? 1_000,
  }),
  httpLink<Router>({
    url,
    headers: ({ op }) => ({
      ...headers,
      ...(op.type === "mutation" && { "idempotency-key": `${op.context["changeKey"]}` }),
    }),
    fetch: (input, init) => fetch(input, { ...init, signal: withDeadline(init?.signal) }),
  }),
]

function mayAskAgain(error: TRPCClientErrorLike<Router>, attempts: number) {
  if (error.data?.problem?.code === "idempotency_in_progress") return attempts <= maxQuestions
  return isUnconfirmed(error) && attempts <= retryAfterMs.length
}

/** Assigns the key. Runs before the retry link, so that all retries send the same key. */
const nameChanges: TRPCLink<Router> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next({ ...op, context: { ...op.context, changeKey: keyOfChange(op.input) } }).subscribe(observer),
    )

const withDeadline = (signal: AbortSignal | null | undefined) =>
  AbortSignal.any([AbortSignal.timeout(silenceMs), ...(signal ? [signal] : [])])
