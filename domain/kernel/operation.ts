/**
 * Defines the shape of an operation, and `run`, the only way to call one. Channels such as REST and tRPC only
 * translate between their protocol and operations. They contain no code for a single resource.
 */
import type { z } from "zod"
import { inTeam } from "@/prisma/client"
import { dryRun } from "@/prisma/dry-run"
import { authorize } from "./authorize"
import type { Audience, Contexts, PersonContext, TeamContext } from "./context"
import { type Envelope, JsonRows, metaOf, type OperationResult } from "./envelope"
import type { ErrorCode, FieldError } from "./errors"
import { normalizeTimestamps } from "./json-timestamps"
import { requireOperator } from "./operator"
import type { Role } from "./roles"
import type { Scope } from "./scopes"
import type { Resource, Tool } from "./tool"
import { type Check, validate } from "./validate"

export type Operation<
  Callers extends Audience = Audience,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> = {
  /** Resource and verb, for example `clients.list`. Also the tRPC path and the OpenAPI operationId. */
  id: string
  /** One line in the imperative, for the documentation. */
  summary: string
  description?: string
  /**
   * Who may call: `team` (an API key or a member), `person` (any signed-in user), `operator` (an operator of the
   * installation), or `public` (everyone).
   */
  audience: Callers
  /** A mutation changes data. REST exposes queries only. */
  kind: "query" | "mutation"
  /** The scope that an API key needs. Without it, keys cannot call the operation. */
  scope?: Scope
  /** The lowest role that a member needs. Default: viewer. */
  role?: Role
  /** The REST path. Parts in `{braces}` are input fields. */
  rest?: { path: string; tag: string }
  /** The MCP tool. */
  tool?: Tool
  /** MCP resources whose content is the result of this query. */
  resources?: readonly Resource[]
  input: Input
  /** The schema of `data`. Unknown fields are dropped, so a secret that slips in is never returned. */
  output: Output
  /**
   * True when the operation covers a period. `meta` then contains period, comparison, currency, freshness and warnings.
   */
  hasPeriod?: boolean
  /** Rules across several parameters, which the schema cannot express. */
  checks?: readonly Check<z.output<Input>>[]
  /** Error codes that only this operation returns, beyond those that all operations share. */
  fails?: ErrorCode[]
  /** A plausible `data` for the documentation of REST, checked against `output`. Other operations have none. */
  example?: z.input<Output>
  handle(ctx: Contexts[Callers], input: z.output<Input>): Promise<OperationResult<z.input<Output>>>
}

// biome-ignore lint/suspicious/noExplicitAny: a table of operations holds every input and output type
export type AnyOperation = Operation<any, any, any>

/**
 * Returns the operation unchanged, with its types. The literal type of `kind` is preserved because channels treat
 * queries and mutations differently.
 */
export const defineOperation = <
  Callers extends Audience,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Kind extends Operation["kind"],
>(
  operation: Operation<Callers, Input, Output> & { kind: Kind },
) => operation

type InputOf<Op extends AnyOperation> =
  Op extends Operation<infer _Callers, infer Input, infer _Output> ? z.input<Input> : never
type DataOf<Op extends AnyOperation> =
  Op extends Operation<infer _Callers, infer _Input, infer Output> ? z.output<Output> : never
type ContextOf<Op extends AnyOperation> =
  Op extends Operation<infer Callers, infer _Input, infer _Output> ? Contexts[Callers] : never

/**
 * Authorizes the caller, validates the input, runs the handler inside the caller's team, and wraps the result. Throws
 * Problem.
 */
export async function run<Op extends AnyOperation>(
  operation: Op,
  ctx: ContextOf<Op>,
  input: InputOf<Op>,
): Promise<Envelope<DataOf<Op>>> {
  const { result, meta } = await perform(operation, ctx, input)
  const { data } = result
  // Not parsed with the schema: Postgres wrote only the columns of `output`. In tests, `checkJsonRows` compares the
  // two.
  if (data instanceof JsonRows) return { data: JSON.parse(normalizeTimestamps(operation.output, data.text)), meta }
  return { data: operation.output.parse(data), meta }
}

/**
 * Like `run`, for channels that send text. Rows that Postgres wrote as JSON are neither parsed nor serialized again.
 * `knownErrors`: validation errors that the channel has already found.
 */
export async function runAsJson<Op extends AnyOperation>(
  operation: Op,
  ctx: ContextOf<Op>,
  input: InputOf<Op>,
  knownErrors: FieldError[] = [],
) {
  const { result, meta } = await perform(operation, ctx, input, knownErrors)
  const dataJson =
    result.data instanceof JsonRows
      ? normalizeTimestamps(operation.output, result.data.text)
      : JSON.stringify(operation.output.parse(result.data))
  return { dataJson, meta, etagParts: result.etagParts }
}

async function perform<Op extends AnyOperation>(
  operation: Op,
  ctx: ContextOf<Op>,
  input: InputOf<Op>,
  knownErrors: FieldError[] = [],
) {
  if (operation.audience === "operator") await requireOperator((ctx as PersonContext).actor.id)
  authorize(operation, ctx)
  const query = validate(operation.input, input, { knownErrors, checks: operation.checks })
  const work = (): Promise<OperationResult<unknown[]>> => operation.handle(ctx, query)
  // `*` runs the handler across teams.
  const team = operation.audience === "team" ? (ctx as TeamContext).team.id : "*"
  const { isDryRun = false } = ctx as TeamContext
  const result = await inTeam(team, isDryRun ? () => dryRun(work) : work, ctx)
  const hasPeriod = operation.hasPeriod === true
  // The input of a mutation may contain a key or a password, so it is not echoed.
  const echo = operation.kind === "query" ? query : {}
  return { result, meta: metaOf(result, { requestId: ctx.requestId, now: ctx.now(), query: echo, hasPeriod }) }
}
