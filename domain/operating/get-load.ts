/** Returns the waiting work of the whole installation, its version, and the size of its database. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { version } from "@/package.json"
import { rows, sql } from "@/prisma/client"
import { functionRunLoad, queueDepth, scanLoad } from "./load"

const installationLoad = z.object({
  version: z.string().meta({ description: "The version of Signalbox." }),
  database_bytes: z.int().meta({ description: "The size of the database in bytes." }),
  deliveries: z.object({
    open_n: z.int().meta({ description: "Deliveries that wait or are in flight." }),
    held_n: z.int().meta({
      description:
        "Deliveries that are held because their endpoint is paused or disabled, or because their team may not send.",
    }),
    lag_seconds: z.number().meta({
      description: "Seconds since the first of the due deliveries became due. 0 when none is due.",
    }),
  }),
  scans: z.object({
    open_n: z.int().meta({ description: "Scans that are queued or running." }),
    stuck_n: z.int().meta({ description: "Open scans that no process works on." }),
  }),
  function_runs: z.object({
    open_n: z.int().meta({ description: "Open runs of the embedded engine. 0 with an Inngest server." }),
    lag_seconds: z.number().meta({
      description: "Seconds since the first of the due runs became due. 0 when none is due.",
    }),
  }),
})

const sizeRow = z.object({ bytes: z.number() })

export const getLoad = defineOperation({
  id: "operating.getLoad",
  summary: "Get the load of the installation",
  audience: "operator",
  kind: "query",
  input: z.strictObject({}),
  output: installationLoad,
  async handle() {
    const [deliveries, scans, runs, [size]] = await Promise.all([
      queueDepth(),
      scanLoad(),
      functionRunLoad(),
      rows(sizeRow, sql`select pg_database_size(current_database()) as bytes`),
    ])
    return {
      data: {
        version,
        database_bytes: size?.bytes ?? 0,
        deliveries: {
          open_n: deliveries.pending + deliveries.leased,
          held_n: deliveries.held,
          lag_seconds: Math.max(0, deliveries.lag_seconds),
        },
        scans: { open_n: scans.queued + scans.running + scans.stuck, stuck_n: scans.stuck },
        function_runs: {
          open_n: runs.due + runs.running + runs.waiting,
          lag_seconds: Math.max(0, runs.oldest_due_seconds),
        },
      },
    }
  },
})
