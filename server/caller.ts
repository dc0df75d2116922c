/**
 * Calls operations from server components: `await api.clients.list({})`, in the same process and with the same checks
 * as the APIs.
 */
import "server-only"
import type { z } from "zod"
import type { Operations } from "@/domain/index"
import type { Envelope } from "@/domain/kernel/envelope"
import { asProblem } from "@/domain/kernel/errors"
import { type Operation, run } from "@/domain/kernel/operation"
import { mapOperations } from "./map-operations"
import { callerIdOf, runInCallerQueue } from "./query-queue"
import { contextOf, type RequestIdentity } from "./request-identity"

export type OperationCaller = { [R in keyof Operations]: { [V in keyof Operations[R]]: CallOf<Operations[R][V]> } }

type CallOf<Op> =
  Op extends Operation<infer _A, infer I, infer O> ? (input: z.input<I>) => Promise<Envelope<z.output<O>>> : never

export function callerOf(identity: RequestIdentity): OperationCaller {
  return mapOperations<OperationCaller>((operation) => async (input: Record<string, unknown>) => {
    const call = async () => run(operation, await contextOf(operation.audience, identity), input)
    // A mutation takes no query slot, as in trpc/router.ts.
    const called = operation.kind === "query" ? runInCallerQueue(callerIdOf(identity), call) : call()
    return called.catch((thrown: unknown) => {
      throw withReference(thrown, identity.requestId)
    })
  })
}

/**
 * Adds what the error page shows: the request id and the error code. Next sends only the `digest` of an error to the
 * browser.
 */
function withReference(thrown: unknown, requestId: string) {
  return thrown instanceof Error ? Object.assign(thrown, { digest: `${requestId} ${asProblem(thrown).code}` }) : thrown
}
