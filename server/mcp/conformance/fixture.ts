/** The shapes of fixtures of the conformance suite. */
import "server-only"
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type GetPromptResult,
  type InputRequiredResult,
  type Prompt,
  type RequestStateCodec,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server"

export type FixtureTool = {
  inputSchema?: Tool["inputSchema"]
  call(args: Record<string, unknown>, request: ServerContext): Promise<CallToolResult | InputRequiredResult>
}
export type FixturePrompt = {
  arguments?: Prompt["arguments"]
  get(args: Record<string, string>, request: ServerContext): Promise<GetPromptResult | InputRequiredResult>
}

export type StateCodec = RequestStateCodec

/** What the client declared in this request. */
export const capabilitiesOf = ({ envelope }: ServerContext["mcpReq"]): Record<string, unknown> =>
  ((envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>
