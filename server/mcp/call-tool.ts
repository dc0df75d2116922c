/** Runs the operation of a tool for an MCP client. Every error becomes a result that a model can act on. */
import "server-only"
import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server"
import type { TeamContext } from "@/domain/kernel/context"
import type { Envelope } from "@/domain/kernel/envelope"
import { asProblem, type Problem } from "@/domain/kernel/errors"
import { runIdempotently } from "@/domain/kernel/idempotent-request"
import { run } from "@/domain/kernel/operation"
import { problemOf, validate } from "@/domain/kernel/validate"
import { searchRecords } from "@/domain/search/find"
import { logInternalError } from "../log-internal-error"
import { admitMcpCall, costOf } from "./admit-call"
import { askUser, canAskUser, checkState, confirmedArgument } from "./ask-user"
import type { McpCall } from "./call"
import { argumentNamesOf, type OfferedTool, writeArguments } from "./catalogue"
import type { AskedCall } from "./confirmation-state"
import { readListPage } from "./list-page"
import { resourceLinks } from "./page-links"
import type { Outcome } from "./record-call"
import { contentOf, fitResult, fittingLinks, readResult, type Serialized, serialize } from "./result"
import { runQuery } from "./run-query"
import { isTable, readTablePage } from "./table-page"
import { toolError } from "./tool-error"

type Arguments = Record<string, unknown>
type McpRequest = ServerContext["mcpReq"]

export async function callTool(
  call: McpCall,
  offered: OfferedTool,
  args: Arguments,
  request: McpRequest,
): Promise<Outcome<CallToolResult | InputRequiredResult>> {
  let release = () => {}
  try {
    release = await admitMcpCall(call.ctx, costOf(offered, args))
    const content = await (offered.isWrite
      ? writeConfirmed(call, offered, args, request)
      : readContent(call, offered, args))
    const fitted = fitResult(content, offered.tool, { argumentNames: argumentNamesOf(offered) })
    const { json, rows } = fitted
    // Reading `content` parses the JSON, so lists without resources leave it out.
    const links = offered.tool.itemResource
      ? fittingLinks(resourceLinks(offered.tool, fitted.content["items"], call.protocolVersion), json.length)
      : []
    const text = links.length > 0 ? json + JSON.stringify(links) : json
    return { result: call.placeholders.resultFor(json, links), code: "ok", rows, text }
  } catch (thrown) {
    const problem = asProblem(thrown)
    if (problem.confirmation) {
      const result = await askUser(request, problem.confirmation, askedCall(call, offered, args))
      const code = "isError" in result ? "declined" : "input_required"
      return { result, code, rows: 0, text: JSON.stringify(result) }
    }
    const trace = call.traceId !== null && { trace_id: call.traceId }
    logInternalError(problem, { request_id: call.ctx.requestId, ...trace, tool: offered.tool.name })
    const suggestions = await suggestRecords(call, args, problem).catch(() => [])
    const result = toolError(problem, suggestions, call.ctx.requestId)
    return { result, code: problem.code, rows: 0, text: JSON.stringify(result) }
  } finally {
    release()
  }
}

const isId = (parameter: string) => parameter === "id" || parameter.endsWith("_id")

/** Models sometimes send a name as an ID. Returns the records whose names match it. */
async function suggestRecords(call: McpCall, args: Arguments, { errors }: Problem) {
  const wrong = errors.find(({ parameter = "" }) => isId(parameter) && typeof args[parameter] === "string")
  const query = wrong?.parameter && String(args[wrong.parameter]).trim().slice(0, maxNameCharacters)
  if (!query) return []
  const { data } = await runQuery(call, (ctx) => run(searchRecords, ctx, { query }))
  return data.results.slice(0, maxSuggestions)
}

const maxNameCharacters = 200
const maxSuggestions = 5

async function readContent(call: McpCall, offered: OfferedTool, args: Arguments): Promise<Serialized> {
  refuseUnknown(args, offered)
  const { operation, tool } = offered
  const given = { ...tool.defaults, ...args }
  const read = (input: Arguments) => runQuery(call, (ctx) => readResult(operation, ctx, input))
  return isTable(operation)
    ? readTablePage({ operation, ctx: call.ctx, args: given }, read)
    : readListPage(operation, given, { read })
}

const askedCall = ({ ctx }: McpCall, { tool }: OfferedTool, args: Arguments): AskedCall => ({
  connectionId: ctx.connection.id,
  tool: tool.name,
  args,
})

/**
 * Runs a change. If it requires a confirmation and the user has given it, runs it again with the confirmed argument.
 */
async function writeConfirmed(call: McpCall, offered: OfferedTool, args: Arguments, request: McpRequest) {
  await checkState(request, askedCall(call, offered, args))
  const ctx = { ...call.ctx, connection: { ...call.ctx.connection, canAskUser: canAskUser(request) } }
  try {
    return await write(ctx, offered, args)
  } catch (thrown) {
    const { confirmation } = asProblem(thrown)
    const confirmed = confirmation && confirmedArgument(request, confirmation)
    if (!confirmed) throw thrown
    return write(ctx, offered, args, confirmed)
  }
}

/**
 * Runs a change. `confirmed` is not part of the input that belongs to the idempotency key, because a client that
 * repeats the call sends only its own arguments.
 */
async function write(ctx: TeamContext, offered: OfferedTool, args: Arguments, confirmed: Arguments = {}) {
  refuseUnknown(args, offered)
  const { operation } = offered
  const { dry_run, idempotency_key, ...input } = args
  const flags = validate(writeArguments, {
    ...(dry_run !== undefined && { dry_run }),
    ...(idempotency_key !== undefined && { idempotency_key }),
  })
  const work = () => run(operation, { ...ctx, isDryRun: flags.dry_run }, { ...input, ...confirmed })
  const key = flags.dry_run ? undefined : flags.idempotency_key
  const request = {
    person: ctx.actor.kind === "person" ? ctx.actor.id : null,
    operation: operation.id,
    input: { team: ctx.team.id, input },
  }
  const envelope: Envelope<unknown> = await (key === undefined ? work() : runIdempotently({ ...request, key }, work))
  const { url, ...content } = contentOf(operation, envelope, ctx.team, input)
  // A dry run creates no page.
  return serialize({ ...content, ...(url !== undefined && !flags.dry_run && { url }), dry_run: flags.dry_run })
}

/** Rejects unknown arguments. The operation's own error would list parameters that the tool does not have. */
function refuseUnknown(args: Arguments, offered: OfferedTool) {
  const known = argumentNamesOf(offered)
  const fix = known.length > 0 ? `Known arguments: ${known.join(", ")}.` : "The tool has no arguments."
  const unknown = Object.keys(args).filter((name) => !known.includes(name))
  const errors = unknown.map((parameter) => ({
    parameter,
    code: "parameter_unknown" as const,
    detail: `${parameter.slice(0, maxNameCharacters)} is not an argument of this tool.`,
    fix,
  }))
  if (errors.length > 0) throw problemOf(errors)
}
