/**
 * Calls operations from server components: `await api.clients.list({})`, in the same process and with the same checks
 * as the APIs.
 */
import "server-only"
import type { z } from "zod"
import type { Operations } from "@/domain/index"
import type { Envelope } from "@/domain/kernel/envelope"
import { type Operation, run } from "@/domain/kernel/operation"
import { mapOperations } from "./map-operations"
import { callerIdOf, queuedByCaller } from "./query-queue"
import { contextOf, type RequestIdentity } from "./request-identity"

export type Caller = { [R in keyof Operations]: { [V in keyof Operations[R]]: CallOf<Operations[R][V]> } }

type CallOf<Op> =
  Op extends Operation<infer _A, infer I, infer O> ? (input: z.input<I>) => Promise<Envelope<z.output<O>>> : never

export function callerOf(identity: RequestIdentity): Caller {
  return mapOperations<Caller>((operation) => async (input: Record<string, unknown>) => {
    const call = async () => run(operation, await contextOf(operation.audience, identity), input)
    return queuedByCaller(callerIdOf(identity), call)
  })
}
