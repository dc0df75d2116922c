/** Each minute: repairs what was cut off, and wakes what nobody was woken for. After it no wake-up that was lost matters. */
import { idleRecounts } from "@/domain/ai-visibility/recount/recount-project"
import { sweep as sweepDeliveries } from "@/domain/deliveries/sweep"
import { leaksToMail } from "@/domain/keys/mail-leak"
import { openRecoveries } from "@/domain/recoveries/step"
import { idleScans } from "@/domain/scans/open-scan"
import { noticesToMail } from "@/domain/webhooks/mail-notice"
import { inngest } from "./client"

export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 1 },
  async () => {
    const { woken, stopped } = await sweepDeliveries()
    const recoveries = await openRecoveries()
    const scans = await idleScans()
    const recounts = await idleRecounts()
    const notices = await noticesToMail()
    const leaks = await leaksToMail()
    // A recovery whose run goes on hears of this too, and then finds nothing to do.
    const minute = Math.floor(Date.now() / 60_000)
    await inngest.send([
      { name: "webhooks/due", data: {} },
      ...recoveries.map((id) => ({ name: "webhooks/recovery", id: `${id}@${minute}`, data: { recovery_id: id } })),
      ...scans.map((id) => ({ name: "scans/started", id: `${id}@${minute}`, data: { scan_id: id } })),
      ...recounts.map((id) => ({ name: "brands/changed", id: `${id}@${minute}`, data: { project_id: id } })),
      // In its first hour an event of the same id as the wake-up: it counts if that was lost, and only then.
      ...notices.map(({ id, hours }) => ({
        name: "webhooks/noticed",
        id: hours === 0 ? id : `${id}@${hours}`,
        data: { notice_id: id },
      })),
      // One event an hour for each key: a run tries again by itself within the hour.
      ...leaks.map(({ id, hours }) => ({ name: "keys/leaked", id: `${id}@${hours}`, data: { key_id: id } })),
    ])
    return {
      woken,
      stopped,
      recoveries: recoveries.length,
      scans: scans.length,
      recounts: recounts.length,
      notices: notices.length,
      leaks: leaks.length,
    }
  },
)
