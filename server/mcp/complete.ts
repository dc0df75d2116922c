/** Completes arguments of prompts and variables of resource templates, from the names and ids of the team. */
import "server-only"
import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server"
import { run } from "@/domain/kernel/operation"
import { completeArgument } from "@/domain/search/complete"
import { chargeOtherRequest } from "./admit-call"
import type { McpCall } from "./call"
import { runQuery } from "./run-query"
import { removeInvisibleCharacters } from "./untrusted"

export async function complete(call: McpCall, { argument, context }: CompleteRequestParams): Promise<CompleteResult> {
  await chargeOtherRequest(call.ctx)
  const value = argument.value.slice(0, 200)
  const chosen = context?.arguments ?? {}
  const input = { argument: argument.name.slice(0, 60), value, chosen }
  const { data } = await runQuery(call, (ctx) => run(completeArgument, ctx, input))
  return {
    completion: { values: data.values.map(removeInvisibleCharacters), total: data.total, hasMore: data.has_more },
  }
}
