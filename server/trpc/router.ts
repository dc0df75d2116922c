/**
 * Builds the tRPC router, with one procedure per operation. The mapped type `Procedures` gives each procedure the input
 * and output types of its operation.
 */
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
import { admitBrowserCall } from "./admit-call"
import { asTrpcError, describeTrpcError } from "./problem"

/** `idempotencyKey`: sent by the browser with a mutation, so that a repeated request is carried out only once. */
type Call = RequestIdentity & { idempotencyKey?: string | null }

type Input = Record<string, unknown>

const t = initTRPC.context<Call>().create({
  errorFormatter: ({ shape, error, ctx, path }) => ({
    ...shape,
    data: { code: shape.data.code, problem: describeTrpcError(error, ctx?.requestId ?? "", `/api/trpc/${path ?? ""}`) },
  }),
})

export const router = t.router(mapOperations<Procedures>(createProcedure))

export type Router = typeof router

type Procedures = {
  [Resource in keyof Operations]: {
    [Verb in keyof Operations[Resource]]: ProcedureOf<Operations[Resource][Verb]>
  }
}
type ProcedureOf<Op> =
  Op extends Operation<infer _Audience, infer InputSchema, infer OutputSchema>
    ? Op extends { kind: "query" }
      ? TRPCQueryProcedure<ProcedureTypes<InputSchema, OutputSchema>>
      : TRPCMutationProcedure<ProcedureTypes<InputSchema, OutputSchema>>
    : never
type ProcedureTypes<InputSchema extends z.ZodType, OutputSchema extends z.ZodType> = {
  input: z.input<InputSchema>
  output: Envelope<z.output<OutputSchema>>
  meta: object
}

function createProcedure(operation: AnyOperation) {
  // `run` validates the input, so that validation errors are the same here as in REST.
  const base = t.procedure.input((input: unknown) => (input ?? {}) as Input)
  const resolve = async ({ ctx, input }: { ctx: Call; input: Input }) => {
    try {
      const release = await admitBrowserCall(ctx)
      return await callOperation(operation, ctx, input).finally(release)
    } catch (thrown) {
      throw asTrpcError(thrown, ctx.requestId, operation.id)
    }
  }
  return operation.kind === "query" ? base.query(resolve) : base.mutation(resolve)
}

async function callOperation(operation: AnyOperation, call: Call, input: Input) {
  const context = await contextOf(operation.audience, call)
  const work = () => run(operation, context, input)
  // Only queries are limited. A mutation may wait minutes for another service, and would block the caller's queries.
  if (operation.kind === "query") return runInCallerQueue(callerIdOf(call), work)
  if (!call.idempotencyKey) return work()
  const request = { key: call.idempotencyKey, person: call.person?.id ?? null, operation: operation.id }
  return runIdempotently({ ...request, input: { team: call.teamSlug, input } }, work)
}
