/**
 * Notices to a team about an endpoint: it fails, its events wait, it was disabled, or it works again. Shown in the app,
 * and emailed if a mail server is configured.
 */
import { z } from "zod"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { sql } from "@/prisma/client"

export const noticeKinds = [
  "failing_24h",
  "failing_72h",
  "low_success",
  "delayed",
  "disabled",
  "gone",
  "address_blocked",
  "recovered",
] as const

export const notice = z.object({
  id: id("notice"),
  webhook: z.object({ id: id("endpoint"), url: z.string(), description: z.string() }),
  kind: z.enum(noticeKinds),
  detail: z.string(),
  created_at: createdAt(),
  ended_at: timestamp().nullable().meta({
    description:
      "The time when the condition ended. Only for `low_success` and `delayed`. The other kinds report a single moment.",
  }),
  dismissed_at: timestamp()
    .nullable()
    .meta({ description: "The time when someone dismissed the notice. `null` if it has not been dismissed." }),
})

export const noticeColumns = sql`n.id, n.kind, n.detail, n.created_at, n.ended_at, n.seen_at as dismissed_at,
  json_build_object('id', e.id, 'url', e.url, 'description', e.description) as webhook`
export const noticeSource = sql`webhook_notice n join webhook_endpoint e on e.id = n.endpoint_id and e.team_id = n.team_id`
