/** Ends a sync, or plans its next attempt, and changes the status of the data source. */
import { type AuditContext, type AuditRecord, recordAudit } from "@/domain/audit/record"
import { systemCaller } from "@/domain/kernel/context"
import { type Prisma, prisma } from "@/prisma/client"
import type { ConnectorError, ConnectorErrorCode } from "../connectors/connector-error"
import { lockDataSource } from "../data-source"
import type { ClaimedSync } from "./claim-sync"

/** Attempts without progress after which a sync ends. */
const maxAttempts = 6
/** Waits between attempts, in seconds, unless the platform asks for a longer one. */
const retryDelaysSeconds = [60, 300, 900, 1_800, 3_600]
/** The longest wait that a platform can ask for. A waiting sync blocks all other syncs of its source. */
const maxWaitSeconds = 86_400
/** Consecutive failed attempts after which the status of a source is `error`. */
const failuresUntilError = 3

export const completeSync = (sync: ClaimedSync, now: Date) =>
  withSourceLocked(sync, (tx) =>
    tx.syncRun.updateMany({
      where: leasedSync(sync),
      data: { ...noLease, status: "succeeded", error_code: null, error_message: null, finished_at: now },
    }),
  )

/** Ends the lease early, so that another process can continue immediately. */
export const releaseSync = (sync: ClaimedSync) =>
  prisma.syncRun.updateMany({ where: leasedSync(sync), data: { ...noLease, status: "queued" } })

/** Continues the sync when the platform's quota is available again. That is no failed attempt. */
export function postponeSync(sync: ClaimedSync, until: Date) {
  const code: ConnectorErrorCode = "rate_limited"
  const message = "The platform's quota is nearly used up. The sync waits before the platform refuses it."
  return prisma.syncRun.updateMany({
    where: leasedSync(sync),
    data: { ...noLease, status: "queued", due_at: until, error_code: code, error_message: message },
  })
}

/**
 * Plans another attempt after a retryable error, until the attempts are used up. A sync that ends with stored days is
 * `partial`.
 */
export async function recordFailure(sync: ClaimedSync, error: ConnectorError, now: Date) {
  await withSourceLocked(sync, async (tx) => {
    const isRetried = error.kind === "retryable" && sync.attempt < maxAttempts
    const failure = { error_code: error.code, error_message: error.message }
    const next = isRetried
      ? {
          status: "queued",
          attempt: sync.attempt + 1,
          due_at: new Date(now.getTime() + 1_000 * retryWaitSeconds(sync, error)),
        }
      : { status: await endStatusOf(tx, sync), finished_at: now }
    const { count } = await tx.syncRun.updateMany({
      where: leasedSync(sync),
      data: { ...noLease, ...failure, ...next },
    })
    if (count > 0) await changeSourceStatus(tx, sync, error, now)
  })
}

/**
 * Ends a fetch for a report after an error, without another attempt. A retryable error does not change the status of
 * the source, because the time limit of a request is shorter than that of a sync. If the platform asks for a wait,
 * `due_at` holds its end, and the next scheduled sync waits too.
 */
export async function recordFetchFailure(sync: ClaimedSync, error: ConnectorError, now: Date) {
  const requestedWaitSeconds = Math.min(error.retryAfterSeconds ?? 0, maxWaitSeconds)
  const due_at = new Date(now.getTime() + 1_000 * requestedWaitSeconds)
  await withSourceLocked(sync, async (tx) => {
    const failure = { status: "failed", error_code: error.code, error_message: error.message, due_at }
    const data = { ...noLease, ...failure, finished_at: now }
    const { count } = await tx.syncRun.updateMany({ where: leasedSync(sync), data })
    if (count === 0) return
    if (error.kind !== "retryable") await changeSourceStatus(tx, sync, error, now)
    const where = { team_id: sync.team_id, id: sync.data_source_id, next_sync_at: { lt: due_at } }
    if (requestedWaitSeconds > 0) await tx.dataSource.updateMany({ where, data: { next_sync_at: due_at } })
  })
}

const retryWaitSeconds = ({ attempt }: ClaimedSync, { retryAfterSeconds }: ConnectorError) =>
  Math.max(retryDelaysSeconds[attempt - 1] ?? 3_600, Math.min(retryAfterSeconds ?? 0, maxWaitSeconds))

async function endStatusOf(tx: Prisma.TransactionClient, { team_id, id }: ClaimedSync) {
  const run = await tx.syncRun.findFirst({ where: { team_id, id }, select: { done_from: true } })
  return run?.done_from ? "partial" : "failed"
}

async function changeSourceStatus(tx: Prisma.TransactionClient, sync: ClaimedSync, error: ConnectorError, now: Date) {
  const where = { team_id: sync.team_id, id: sync.data_source_id }
  const { status, failed_attempts } = await tx.dataSource.update({
    where,
    data: { failed_attempts: { increment: 1 }, last_attempt_at: now, updated_at: now },
    select: { status: true, failed_attempts: true },
  })
  const next = nextStatus(status, error, failed_attempts)
  if (next === undefined || next === status) return
  const data = { status: next, status_reason: error.code, status_changed_at: now }
  await tx.dataSource.updateMany({ where, data })
  const entry: AuditRecord = {
    action: `data_source.${next}`,
    subject_id: sync.data_source_id,
    before: { status },
    after: { name: sync.display_name, status: next, reason: error.code },
  }
  await recordAudit(auditContextOf(sync, now), entry, tx)
}

/** The status that follows from the error, or undefined if the status stays. */
function nextStatus(status: string, { kind }: ConnectorError, failedAttempts: number) {
  if (status === "paused" || status === "disconnected") return undefined
  if (kind === "reauth_required") return "reauth_required"
  return kind === "permanent" || failedAttempts >= failuresUntilError ? "error" : undefined
}

const auditContextOf = ({ team_id }: ClaimedSync, now: Date): AuditContext => ({
  team: { id: team_id },
  ...systemCaller("Sync", () => now),
})

const noLease = { lease_id: null, lease_until: null }
const leasedSync = ({ team_id, id, lease_id }: ClaimedSync) => ({ team_id, id, lease_id, status: "running" })

/** Locks the source first, as storing and pausing do, so that they cannot deadlock. */
const withSourceLocked = (sync: ClaimedSync, work: (tx: Prisma.TransactionClient) => Promise<unknown>) =>
  prisma.$transaction(async (tx) => {
    await lockDataSource(tx, sync.team_id, sync.data_source_id)
    await work(tx)
  })
