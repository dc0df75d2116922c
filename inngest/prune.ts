/**
 * Each hour: expires deliveries held for too long, deletes expired rows, and re-encrypts secrets with the newest
 * encryption key.
 */
import { expireHeldDeliveries } from "@/domain/deliveries/sweep"
import { log } from "@/domain/kernel/log"
import { reseal } from "@/domain/operating/reseal"
import { deleteExpired, expiringTables } from "@/domain/operating/retention"
import { inngest } from "./client"

export const prune = inngest.createFunction(
  // Hourly, not nightly, so that machines that are off at night delete too and each run has little to do. The next hour
  // is the retry.
  { id: "prune", triggers: [{ cron: "17 * * * *" }], concurrency: 1, retries: 0 },
  async ({ step }) => {
    const expired = await step.run("expire", expireHeldDeliveries)
    const deleted: Record<string, Awaited<ReturnType<typeof deleteExpired>>> = {}
    const failed: string[] = []
    for (const table of expiringTables) {
      try {
        deleted[table] = await step.run(`delete expired ${table}`, () => deleteExpired(table))
      } catch (err) {
        // Continue with the other tables.
        log.error({ err, table }, "expired rows were not deleted")
        failed.push(table)
      }
    }
    await step.run("reseal-secrets", () => reseal())
    if (failed.length > 0) throw new Error(`Expired rows were not deleted from: ${failed.join(", ")}`)
    return { expired, deleted }
  },
)
