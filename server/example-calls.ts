/** Example calls for the start page and the documentation, built from the operations so that they stay current. */
import "server-only"
import type { z } from "zod"
import { operations } from "@/domain/index"
import { metaOf } from "@/domain/kernel/envelope"
import { exampleId } from "@/domain/kernel/ids"

const nextCursor = "XmCVbcXrbOpbMSwiMjAyNi0w"

/** The response to a list of clients. `data` has one client, however large `total` is. */
export function exampleResponse({ total, limit }: { total: number; limit: number }) {
  const { example = [], output } = operations.clients.list
  const result = { data: output.parse(example), total, limit, ...(total > 1 && { nextCursor }) }
  const call = { requestId: exampleId("request"), now: new Date("2026-11-20T06:12:03.123Z"), hasPeriod: false }
  return { data: result.data, meta: metaOf(result, { ...call, query: { limit, sort: "-created_at" } }) }
}

const { queryMetrics } = operations.clients

/** The message with which an MCP client asks for the campaigns with the best return. */
export const exampleToolCall = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: queryMetrics.tool?.name,
    arguments: {
      client_id: exampleId("client"),
      metrics: ["ad_roas", "ad_spend"],
      dimensions: ["campaign"],
      range: "last_month",
      order_by: "-ad_roas",
    } satisfies z.input<typeof queryMetrics.input>,
  },
}
