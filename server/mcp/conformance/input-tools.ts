/**
 * Fixtures of the conformance suite: tools and a prompt that ask the user, the model or the roots of the client for
 * input.
 */
import "server-only"
import {
  acceptedContent,
  type InputRequest,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { capabilitiesOf } from "../ask-user"
import { textContent } from "./content-tools"
import type { FixturePrompt, FixtureTool, StateCodec } from "./fixture"

type Properties = Record<string, { type: "string" | "boolean" }>

/** A request for a form with these fields, all required. */
const form = (message: string, properties: Properties): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: properties as never, required: Object.keys(properties) },
  })

const sample = (text: string): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 100 })

export const ask = (key: string, message: string, properties: Properties, requestState?: string) =>
  inputRequired({ inputRequests: { [key]: form(message, properties) }, ...(requestState && { requestState }) })

const accepted = ({ mcpReq }: ServerContext, key: string) => acceptedContent(mcpReq.inputResponses, key)
const answered = ({ mcpReq }: ServerContext, key: string) => inputResponse(mcpReq.inputResponses, key)
const textResult = (text: string) => ({ content: [textContent(text)] })
const userName = { name: { type: "string" } } as const

export const inputPrompt: Record<string, FixturePrompt> = {
  test_input_required_result_prompt: {
    async get(_, request) {
      const reply = accepted(request, "user_context")
      if (!reply) return ask("user_context", "What context should the prompt use?", { context: { type: "string" } })
      return { messages: [{ role: "user", content: textContent(`Prompt with context: ${reply["context"]}`) }] }
    },
  },
}

export const inputTools = (codec: StateCodec): Record<string, FixtureTool> => ({
  test_input_required_result_elicitation: {
    async call(_, request) {
      const reply = accepted(request, "user_name")
      return reply ? textResult(`Hello, ${reply["name"]}!`) : ask("user_name", "What is your name?", userName)
    },
  },
  test_input_required_result_sampling: {
    async call(_, request) {
      const reply = answered(request, "sample_request")
      if (reply.kind === "sampling") return textResult(`Sampling result: ${JSON.stringify(reply.result.content)}`)
      return inputRequired({ inputRequests: { sample_request: sample("What is the capital of France?") } })
    },
  },
  test_input_required_result_list_roots: {
    async call(_, request) {
      const reply = answered(request, "roots_request")
      if (reply.kind === "roots") return textResult(`Found ${reply.roots.length} root(s)`)
      return inputRequired({ inputRequests: { roots_request: inputRequired.listRoots() } })
    },
  },
  test_input_required_result_request_state: { call: confirmed(codec) },
  test_input_required_result_tampered_state: { call: confirmed(codec) },
  test_input_required_result_multiple_inputs: {
    async call(_, request) {
      const name = accepted(request, "user_name")
      const greeting = answered(request, "greeting")
      const roots = answered(request, "client_roots")
      if (name && greeting.kind === "sampling" && roots.kind === "roots")
        return textResult(`Hello ${name["name"]}, ${roots.roots.length} root(s)`)
      const requestState = await codec.mint("multiple")
      const inputRequests = {
        user_name: form("What is your name?", userName),
        greeting: sample("Generate a greeting"),
        client_roots: inputRequired.listRoots(),
      }
      return inputRequired({ inputRequests, requestState })
    },
  },
  test_input_required_result_multi_round: {
    async call(_, request) {
      const state = (await stateOf(codec, request)) as { round: number; name: string } | undefined
      const first = accepted(request, "step1")
      const second = accepted(request, "step2")
      if (state?.round === 2 && second) return textResult(`${state.name} likes ${second["color"]}`)
      if (state?.round === 1 && first) {
        const next = await codec.mint({ round: 2, name: String(first["name"]) })
        return ask("step2", "Step 2: What is your favorite color?", { color: { type: "string" } }, next)
      }
      return ask("step1", "Step 1: What is your name?", userName, await codec.mint({ round: 1 }))
    },
  },
  test_input_required_result_capabilities: { call: async (_, request) => askWithinCapabilities(request) },
})

/**
 * The state that a fixture sealed. The fixtures check it themselves: a check for the whole server would refuse the
 * states of the product's tools, which have another key.
 */
async function stateOf(codec: StateCodec, request: ServerContext): Promise<unknown> {
  const state = request.mcpReq.requestState()
  if (state === undefined) return undefined
  return codec.verify(String(state), request).catch(() => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The requestState is invalid or has expired.")
  })
}

const confirmed = (codec: StateCodec) => async (_: unknown, request: ServerContext) => {
  const isConfirmed = (await stateOf(codec, request)) === "confirm" && accepted(request, "confirm")?.["ok"] === true
  if (isConfirmed) return textResult("state-ok: the state is valid")
  return ask("confirm", "Please confirm", { ok: { type: "boolean" } }, await codec.mint("confirm"))
}

/** Asks only in ways that the client declared. */
function askWithinCapabilities({ mcpReq }: ServerContext) {
  const declared = capabilitiesOf(mcpReq)
  const inputRequests = {
    ...(declared["elicitation"] ? { user_name: form("What is your name?", userName) } : {}),
    ...(declared["sampling"] ? { greeting: sample("Generate a greeting") } : {}),
  }
  return Object.keys(inputRequests).length > 0
    ? inputRequired({ inputRequests })
    : textResult("The client can answer nothing.")
}
