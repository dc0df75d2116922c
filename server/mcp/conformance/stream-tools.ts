/**
 * Fixtures of the conformance suite: tools that send messages before their result, or need a capability of the client.
 */
import "server-only"
import { setTimeout as sleep } from "node:timers/promises"
import { MissingRequiredClientCapabilityError, type ServerContext } from "@modelcontextprotocol/server"
import { capabilitiesOf } from "../ask-user"
import { textContent } from "./content-tools"
import type { FixtureTool } from "./fixture"
import { ask } from "./input-tools"

const pauseMs = 50

async function logging(_: unknown, { mcpReq }: ServerContext) {
  for (const step of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await mcpReq.log("info", step)
    await sleep(pauseMs)
  }
  return { content: [textContent("Tool with logging executed successfully")] }
}

async function progress(_: unknown, { mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken
  for (const done of [0, 50, 100]) {
    if (progressToken !== undefined)
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: done, total: 100 } })
    await sleep(pauseMs)
  }
  return { content: [textContent("Tool with progress executed successfully")] }
}

async function needsSampling(_: unknown, { mcpReq }: ServerContext) {
  if (!capabilitiesOf(mcpReq)["sampling"])
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  return { content: [textContent("The client can sample.")] }
}

export const streamTools: Record<string, FixtureTool> = {
  test_tool_with_logging: { call: logging },
  test_logging_tool: { call: logging },
  test_tool_with_progress: { call: progress },
  test_missing_capability: { call: needsSampling },
  test_streaming_elicitation: { call: async () => ask("answer", "Please answer", { answer: { type: "string" } }) },
}
