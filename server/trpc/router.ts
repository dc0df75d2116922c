/** The table of operations as a tRPC router: a loop makes the procedures, a mapped type keeps every input and output. */
import "server-only"
import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure } from "@trpc/server"
import type { z } from "zod"
import type { Envelope } from "@/domain/envelope"
import type { Operations } from "@/domain/index"
import { type AnyOperation, type Operation, run } from "@/domain/operation"
import { type Asking, contextOf } from "@/server/asking"
import { mapOperations } from "@/server/map-operations"
import { asTrpcError, problemOf } from "./problem"

const t = initTRPC.context<Asking>().create({
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
  // `run` validates, so that a fault reads the same here as on REST.
  const base = t.procedure.input((given: unknown) => (given ?? {}) as Record<string, unknown>)
  const call = async ({ ctx, input }: { ctx: Asking; input: Record<string, unknown> }) => {
    try {
      return await run(operation, await contextOf(operation.audience, ctx), input)
    } catch (thrown) {
      throw asTrpcError(thrown, ctx.requestId, operation.id)
    }
  }
  return operation.kind === "query" ? base.query(call) : base.mutation(call)
}
