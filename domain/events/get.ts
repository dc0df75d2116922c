/** Gets one event, with the same body as its webhooks. */
import { z } from "zod"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { event, exampleEvent } from "./event"
import { isRetained } from "./retention"

export const getEvent = defineOperation({
  id: "events.get",
  summary: "Get an event",
  description:
    "Returns an event, with the same body that the team's webhooks receive. Events are deleted after 30 days.",
  audience: "team",
  kind: "query",
  scope: "events:read",
  rest: { path: "/events/{event_id}", tag: "Events" },
  input: z.strictObject({ event_id: id("message") }),
  output: event,
  example: exampleEvent("signal.created"),
  fails: ["resource_purged"],
  async handle({ team }, { event_id }) {
    const [found] = await rows(
      bodyRow,
      sql`select m.body, m.expunged_at is not null as is_expunged from webhook_message m where m.team_id = ${team.id} and m.id = ${event_id} and ${isRetained}`,
    )
    if (!found) throw notFound("event")
    if (found.is_expunged) throw new Problem("resource_purged", "Your team deleted the content of this event.")
    return { data: JSON.parse(found.body) }
  },
})

const bodyRow = z.object({ body: z.string(), is_expunged: z.boolean() })
