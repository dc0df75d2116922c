/** Builds a tRPC router from the table of operations. A mapped type preserves every input and output type. */
import "server-only"
import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure } from "@trpc/server"
import type { z } from "zod"
import type { Operations } from "@/domain/index"
import type { Envelope } from "@/domain/kernel/envelope"
import { once } from "@/domain/kernel/once"
import { type AnyOperation, type Operation, run } from "@/domain/kernel/operation"
import { type Asking, contextOf } from "@/server/asking"
import { mapOperations } from "@/server/map-operations"
import { inLine } from "@/server/query-line"
import { admitCall } from "./admit-call"
import { asTrpcError, problemOf } from "./problem"

/** `changeKey`: the browser's idempotency key of a mutation, so that a repeated request is carried out only once. */
type Call = Asking & { changeKey?: string | null }

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
  const base = t.procedure.input((given: unknown) => (given ?? {}) as Record<string, unknown>)
  const call = async ({ ctx, input }: { ctx: Call; input: Record<string, unknown> }) => {
    let leave = () => {}
    try {
      leave = await admitCall(ctx)
      const context = await contextOf(operation.audience, ctx)
      const work = () => run(operation, context, input)
      // A mutation may wait minutes for another service, so it does not take one of the person's query slots.
      if (operation.kind === "query") return await (ctx.person ? inLine(ctx.person.id, work) : work())
      if (!ctx.changeKey) return await work()
      const change = { key: ctx.changeKey, person: ctx.person?.id ?? null, operation: operation.id }
      return await once({ ...change, input: { team: ctx.teamSlug, input } }, work)
    } catch (thrown) {
      throw asTrpcError(thrown, ctx.requestId, operation.id)
    } finally {
      leave()
    }
  }
  return operation.kind === "query" ? base.query(call) : base.mutation(call)
}
