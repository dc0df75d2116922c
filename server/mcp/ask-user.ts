/**
 * Asks the user of an MCP client to confirm a call (elicitation). The call returns a form, and the client repeats the
 * call with the user's answer. The server stores nothing in between. The answer contains the argument that the user
 * confirmed, which the operation validates like any other argument. A signed state binds the answer to the call.
 */
import "server-only"
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server"
import type { Confirmation } from "@/domain/kernel/errors"
import { type AskedCall, requireStateOf, signState } from "./confirmation-state"
import { declinedError } from "./tool-error"
import { removeInvisibleCharacters } from "./untrusted"

type McpRequest = ServerContext["mcpReq"]

/**
 * The capabilities that the client declares in this request. Empty for clients of the 2025 revisions: they declare them
 * once, in the handshake, and this server has no sessions to remember them.
 */
export const capabilitiesOf = ({ envelope }: McpRequest): Record<string, unknown> =>
  ((envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>

/** True if the client can show a form. A client that declares no mode supports forms. */
export function canAskUser(request: McpRequest): boolean {
  const { elicitation } = capabilitiesOf(request)
  if (typeof elicitation !== "object" || elicitation === null) return false
  return "form" in elicitation || Object.keys(elicitation).length === 0
}

/** Throws if the client returns the state of a question about another call. */
export async function checkState(request: McpRequest, asked: AskedCall): Promise<void> {
  const state = request.requestState()
  if (state !== undefined) await requireStateOf(asked, state)
}

/**
 * Returns the argument that the user confirmed. Undefined if the user was not asked or declined. Ignores an answer
 * without a state, because the server sends a state with every question.
 */
export function confirmedArgument(request: McpRequest, { parameter }: Confirmation) {
  if (request.requestState() === undefined) return undefined
  const reply = inputResponse(request.inputResponses, parameter)
  if (reply.kind !== "elicit" || reply.action !== "accept" || reply.content?.[parameter] === undefined) return undefined
  return { [parameter]: reply.content[parameter] }
}

/** Asks the user, or reports that the user has declined. */
export async function askUser(
  request: McpRequest,
  confirmation: Confirmation,
  asked: AskedCall,
): Promise<InputRequiredResult | CallToolResult> {
  const { question, parameter, label, value } = confirmation
  const reply = inputResponse(request.inputResponses, parameter)
  if (reply.kind === "elicit" && reply.action !== "accept") return declinedError()
  const form = inputRequired.elicit({
    message: removeInvisibleCharacters(question),
    requestedSchema: {
      type: "object",
      properties: { [parameter]: { type: "integer", title: label, default: value, minimum: value } },
      required: [parameter],
    },
  })
  return inputRequired({ inputRequests: { [parameter]: form }, requestState: await signState(asked) })
}
