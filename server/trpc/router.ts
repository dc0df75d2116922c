/** Builds a tRPC router from the table of operations. A mapped type preserves every input and output type. */
import "server-only"
import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure } from "@trpc/server"
import type { z } from "zod"
import type { Operations } from "@/domain/index"
import type { Envelope } from "@/domain/kernel/envelope"
import { runIdempotently } from "@/domain/kernel/idempotent-request"
import { type AnyOperation, type Operation, run } from "@/domain/kernel/operation"
import { mapOperations } from "../map-operations"
import { callerIdOf, runInCallerQueue } from "../query-queue"
import { contextOf, type RequestIdentity } from "../request-identity"
import { admitCall } from "./admit-call"
import { asTrpcError, problemOf } from "./problem"

/** `idempotencyKey`: sent by the browser with a mutation, so that a repeated request is carried out only once. */
type Call = RequestIdentity & { idempotencyKey?: string | null }

type Input = Record<string, unknown>

const t = initTRPC.context<Call>().create({
  errorFormatter: ({ shape, error, ctx, path }) => ({
    ...shape,
    data: { code: shape.data.code, problem: problemOf(error, ctx?.requestId ?? "", `/api/trpc/${path ?? ""}`) },
  }),
})

export const router = t.router(mapOperations<Procedures>(procedure))

export type Router = typeof router

type Procedures = { [R in keyof Operations]: { [V in keyof Operations[R]]: ProcedureOf<Operations[R][V]> } }
type ProcedureOf<Op> =
  Op extends Operation<infer _A, infer I, infer O>
    ? Op extends { kind: "query" }
      ? TRPCQueryProcedure<{ input: z.input<I>; output: Envelope<z.output<O>>; meta: object }>
      : TRPCMutationProcedure<{ input: z.input<I>; output: Envelope<z.output<O>>; meta: object }>
    : never

function procedure(operation: AnyOperation) {
  // `run` validates the input, so that validation errors are the same here as in REST.
  const base = t.procedure.input((input: unknown) => (input ?? {}) as Input)
  const resolve = async ({ ctx, input }: { ctx: Call; input: Input }) => {
    try {
      const leave = await admitCall(ctx)
      return await callOperation(operation, ctx, input).finally(leave)
    } catch (thrown) {
      throw asTrpcError(thrown, ctx.requestId, operation.id)
    }
  }
  return operation.kind === "query" ? base.query(resolve) : base.mutation(resolve)
}

async function callOperation(operation: AnyOperation, call: Call, input: Input) {
  const context = await contextOf(operation.audience, call)
  const work = () => run(operation, context, input)
  // A mutation may wait minutes for another service, so it does not take one of the caller's query slots.
  if (operation.kind === "query") return runInCallerQueue(callerIdOf(call), work)
  if (!call.idempotencyKey) return work()
  const request = { key: call.idempotencyKey, person: call.person?.id ?? null, operation: operation.id }
  return runIdempotently({ ...request, input: { team: call.teamSlug, input } }, work)
}
