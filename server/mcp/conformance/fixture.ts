/** The shapes of fixtures of the conformance suite. */
import "server-only"
import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  RequestStateCodec,
  ServerContext,
  Tool,
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
