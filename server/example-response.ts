/**
 * The example response to a list of clients, built from the operation's own example so that it stays current. `data`
 * has one client, however large `total` is.
 */
import "server-only"
import { operations } from "@/domain/index"
import { metaOf } from "@/domain/kernel/envelope"
import { exampleId } from "@/domain/kernel/ids"

const nextCursor = "XmCVbcXrbOpbMSwiMjAyNi0w"

export function exampleResponse({ total, limit }: { total: number; limit: number }) {
  const { example = [], output } = operations.clients.list
  const result = { data: output.parse(example), total, limit, ...(total > 1 && { nextCursor }) }
  const call = { requestId: exampleId("request"), now: new Date("2026-11-20T06:12:03.123Z"), hasPeriod: false }
  return { data: result.data, meta: metaOf(result, { ...call, query: { limit, sort: "-created_at" } }) }
}
