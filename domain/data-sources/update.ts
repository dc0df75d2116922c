/** Changes the settings of a data source. Fields that are left out stay unchanged. */
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { singleLineText } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import type { ConnectedProvider } from "./connectors/connector"
import { connectors } from "./connectors/index"
import { dataSource, frequencies, lockDataSource, requireDataSource } from "./data-source"
import { nextSyncAt } from "./syncs/queue-sync"

const changes = z
  .strictObject({
    display_name: singleLineText(120),
    sync_frequency: z.enum(frequencies),
    lookback_days: z.int().min(1).max(90),
  })
  .partial()

export const updateDataSource = defineOperation({
  id: "dataSources.update",
  summary: "Change a data source",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: changes.extend({ data_source_id: id("dataSource") }),
  output: dataSource,
  fails: ["state_conflict"],
  async handle(ctx, { data_source_id, ...change }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const old = await lockDataSource(tx, team_id, data_source_id)
      requireValidSchedule(old, change)
      const isScheduled = ["pending", "active", "error"].includes(old.status)
      const schedule =
        change.sync_frequency !== undefined && isScheduled
          ? { next_sync_at: nextSyncAt(change.sync_frequency, ctx.now()) }
          : {}
      const data = { ...change, ...schedule, updated_at: ctx.now() }
      await tx.dataSource.updateMany({ where: { team_id, id: data_source_id }, data })
      const states = changedStates({ name: old.display_name }, old, change)
      await recordAudit(ctx, { action: "data_source.updated", subject_id: data_source_id, ...states }, tx)
    })
    return { data: await requireDataSource(team_id, data_source_id) }
  },
})

type Change = z.output<typeof changes>

/** The look-back window must reach a day that is already final. Otherwise days would never be stored as final. */
function requireValidSchedule(old: { provider: string; credentials_ref: string | null }, change: Change) {
  const changesSchedule = change.sync_frequency !== undefined || change.lookback_days !== undefined
  if (old.credentials_ref === null && changesSchedule)
    throw new Problem("state_conflict", "Only connected data sources have a schedule.")
  if (change.lookback_days === undefined) return
  const minDays = connectors[old.provider as ConnectedProvider].finalAfterDays + 1
  if (change.lookback_days >= minDays) return
  const detail = `This platform changes its numbers for ${minDays - 1} days, so look back at least ${minDays} days.`
  throw new Problem("parameter_invalid", detail, {
    errors: [{ parameter: "lookback_days", code: "parameter_invalid", detail }],
  })
}
