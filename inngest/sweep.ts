/**
 * Each minute: repairs interrupted work, and sends wake-ups for all work that waits. So a lost notification delays work
 * by about a minute at most.
 */
import { idleSyncs } from "@/domain/data-sources/syncs/claim-sync"
import { idleUploads } from "@/domain/data-sources/uploads/process-upload"
import { sweep } from "@/domain/deliveries/sweep"
import { leaksToMail } from "@/domain/keys/mail-leak"
import { openRecoveries } from "@/domain/recoveries/step"
import { findIdleScans } from "@/domain/scans/open-scan"
import { findIdleRecounts } from "@/domain/scans/recount/recount-project"
import { noticesToMail } from "@/domain/webhooks/mail-notice"
import { inngest } from "./client"

export const sweepPendingWork = inngest.createFunction(
  { id: "sweep", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 1 },
  async () => {
    const { released, stopped } = await sweep()
    const recoveries = await openRecoveries()
    const scans = await findIdleScans()
    const recounts = await findIdleRecounts()
    const syncs = await idleSyncs()
    const uploads = await idleUploads()
    const notices = await noticesToMail()
    const leaks = await leaksToMail()
    await inngest.send([
      { name: "webhooks/due", data: {} },
      // A recovery that is still running receives this event too. The extra run then finds nothing to do.
      ...recoveries.map((id) => onceAMinute("webhooks/recovery", id, { recovery_id: id })),
      ...scans.map((id) => onceAMinute("scans/started", id, { scan_id: id })),
      ...syncs.map(({ id, account }) => onceAMinute("syncs/queued", id, { sync_id: id, account })),
      ...uploads.map(({ id }) => onceAMinute("uploads/queued", id, { upload_id: id })),
      ...recounts.map((id) => onceAMinute("brands/changed", id, { project_id: id })),
      // In the first hour, the event has the id of the original one, so Inngest drops it unless the original was lost.
      ...notices.map(({ id, hours }) => ({
        name: "webhooks/noticed",
        id: hours === 0 ? id : `${id}@${hours}`,
        data: { notice_id: id },
      })),
      // One event per key and hour. Within the hour the run retries by itself.
      ...leaks.map(({ id, hours }) => ({ name: "keys/leaked", id: `${id}@${hours}`, data: { key_id: id } })),
    ])
    return {
      released,
      stopped,
      recoveries: recoveries.length,
      scans: scans.length,
      recounts: recounts.length,
      syncs: syncs.length,
      uploads: uploads.length,
      notices: notices.length,
      leaks: leaks.length,
    }
  },
)

/** An event whose id stays the same for a minute, so at most one per minute and `id` counts. */
const onceAMinute = (name: string, id: string, data: Record<string, string>) => ({
  name,
  id: `${id}@${Math.floor(Date.now() / 60_000)}`,
  data,
})
