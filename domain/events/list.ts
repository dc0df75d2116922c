/** Lists events with the same bodies as webhooks, for reviewing them and for receivers that webhooks cannot reach. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { rows, sql } from "@/prisma/client"
import { eventPatterns, eventTypes, matchesType } from "./catalogue"
import { event, exampleEvent } from "./event"
import { isRetained } from "./retention"

export const listEvents = defineOperation({
  id: "events.list",
  summary: "List events",
  description:
    "Returns the events of the last 30 days, newest first. Each item is exactly the body that webhooks receive. To follow new events, send the ID of the last event that you have as `after`. The response then contains later events, oldest first. Events appear in the order of their `seq`. A new event never appears before one that you have already seen.",
  audience: "team",
  kind: "query",
  scope: "events:read",
  rest: { path: "/events", tag: "Events" },
  input: z.strictObject({
    ...pageInput,
    after: id("message").optional().meta({ description: "Only events after the event with this ID, oldest first." }),
    types: z
      .array(z.enum(eventPatterns))
      .min(1)
      .optional()
      .meta({
        description: "Only events of these types. `signal.*` selects all types that start with `signal.`.",
        examples: [["signal.*"]],
      }),
  }),
  output: z.array(event),
  example: [exampleEvent("scan.completed"), exampleEvent("signal.created")],
  async handle({ team }, query) {
    const { after, types } = query
    return listPage(
      {
        row: event,
        cursorScope: ["events.list", team.id],
        item: sql`m.body`,
        columns: sql`m.body`,
        from: sql`webhook_message m`,
        where: [
          sql`m.team_id = ${team.id}`,
          isRetained,
          sql`m.expunged_at is null`,
          ...(after ? [sql`m.seq > ${await seqOf(team.id, after)}`] : []),
        ],
        ...(types && {
          perGroup: {
            groups: sql`unnest(${eventTypes.filter((type) => matchesType(types, type))}::text[]) as t(type)`,
            condition: sql`m.type = t.type`,
          },
        }),
        sort: { column: sql`m.seq`, descending: after === undefined, type: "bigint" },
        idColumn: sql`m.id`,
      },
      query,
    )
  },
})

/**
 * The sequence number of an event. Throws if the list no longer returns the event, because events after it can be
 * missing too. Numbers are assigned under a lock that lasts until commit. So once event n is
 * visible, no event below n appears later.
 */
async function seqOf(teamId: string, messageId: string): Promise<number> {
  const [found] = await rows(
    seqRow,
    sql`select m.seq from webhook_message m where m.team_id = ${teamId} and m.id = ${messageId} and ${isRetained}`,
  )
  if (found) return found.seq
  const detail = "after is not the ID of an event in your team, or the event has been deleted after 30 days."
  const fix = "Remove the parameter to get the newest events, and continue from there."
  throw new Problem("parameter_invalid", detail, {
    errors: [{ parameter: "after", code: "parameter_invalid", detail, fix }],
  })
}

const seqRow = z.object({ seq: z.number() })
