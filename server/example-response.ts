/**
 * The example call and response on the start page, built from the operation's own example so that they stay current.
 */
import "server-only"
import { operations } from "@/domain/index"
import { metaOf } from "@/domain/kernel/envelope"
import { exampleId } from "@/domain/kernel/ids"

export function exampleResponse() {
  const { example = [], output } = operations.clients.list
  const result = { data: output.parse(example), total: 41, limit: 1, nextCursor: "XmCVbcXrbOpbMSwiMjAyNi0w" }
  const call = { requestId: exampleId("request"), now: new Date("2026-11-20T06:12:03.123Z"), hasPeriod: false }
  return { data: result.data, meta: metaOf(result, { ...call, query: { limit: 1, sort: "-created_at" } }) }
}
