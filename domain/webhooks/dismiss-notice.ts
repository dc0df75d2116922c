/** Dismisses a notice about a webhook endpoint for every member of the team. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rows, rowsIn, sql } from "@/prisma/client"
import { notice, noticeColumns, noticeSource } from "./notice"

export const dismissNotice = defineOperation({
  id: "webhooks.dismissNotice",
  summary: "Dismiss a notice about a webhook endpoint",
  description: "Dismissing a notice twice changes nothing.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ notice_id: id("notice") }),
  output: notice,
  async handle(ctx, { notice_id }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const [seen] = await rowsIn(
        tx,
        kindRow,
        sql`update webhook_notice set seen_at = now()
          where team_id = ${team_id} and id = ${notice_id} and seen_at is null returning kind, endpoint_id`,
      )
      if (!seen) return
      const record = { subject_id: seen.endpoint_id, after: { notice_id, kind: seen.kind } }
      await recordAudit(ctx, { action: "endpoint.notice_dismissed", ...record }, tx)
    })
    const [data] = await rows(
      notice,
      sql`select ${noticeColumns} from ${noticeSource} where n.team_id = ${team_id} and n.id = ${notice_id}`,
    )
    if (!data) throw notFound("notice")
    return { data }
  },
})

const kindRow = z.object({ kind: z.string(), endpoint_id: z.string() })
