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

/** One function per operation, for example `api.clients.list`. */
export type OperationCaller = {
  [Resource in keyof Operations]: {
    [Verb in keyof Operations[Resource]]: CallOf<Operations[Resource][Verb]>
  }
}

type CallOf<Op> =
  Op extends Operation<infer _Audience, infer Input, infer Output>
    ? (input: z.input<Input>) => Promise<Envelope<z.output<Output>>>
    : never

/** Creates the operation functions for one caller. */
export function createCaller(identity: RequestIdentity): OperationCaller {
  return mapOperations<OperationCaller>((operation) => async (input: Record<string, unknown>) => {
    const call = async () => run(operation, await contextOf(operation.audience, identity), input)
    // Only queries wait in the queue of the caller. trpc/router.ts does the same.
    const result = operation.kind === "query" ? runInCallerQueue(callerIdOf(identity), call) : call()
    return result.catch((thrown: unknown) => {
      throw withDigest(thrown, identity.requestId)
    })
  })
}

/**
 * Adds the request id and the error code as `digest`, for the error page. In production, Next sends no other property
 * of an error to the browser.
 */
function withDigest(thrown: unknown, requestId: string) {
  return thrown instanceof Error ? Object.assign(thrown, { digest: `${requestId} ${asProblem(thrown).code}` }) : thrown
}
