/** Completes arguments of prompts and variables of resource templates, from the names and ids of the team. */
import "server-only"
import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server"
import { run } from "@/domain/kernel/operation"
import { complete as completeArgument } from "@/domain/search/complete"
import { chargeOtherRequest } from "./admit-call"
import type { McpCall } from "./call"

export async function complete(
  { ctx }: McpCall,
  { argument, context }: CompleteRequestParams,
): Promise<CompleteResult> {
  await chargeOtherRequest(ctx)
  const value = argument.value.slice(0, 200)
  const chosen = context?.arguments ?? {}
  const { data } = await run(completeArgument, ctx, { argument: argument.name.slice(0, 60), value, chosen })
  return { completion: { values: data.values, total: data.total, hasMore: data.has_more } }
}
