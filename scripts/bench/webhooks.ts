/** Webhooks: deliveries a second beside a bare loop of the same requests, and what ten million old rows cost a claim and the log. */
import { parseArgs } from "node:util"
import pg from "pg"
import { disconnect } from "@/prisma/client"
import { startThrowAwayDatabase } from "../throw-away-database"
import { printTable, round } from "./table"
import { endpoints } from "./webhooks/endpoints"
import { oldRows } from "./webhooks/old-rows"
import { startReceiver } from "./webhooks/receiver"
import { throughput } from "./webhooks/throughput"

/** `--rows`: old deliveries, messages and attempts, each; `--messages`: in one round. */
export async function bench(args: string[] = []) {
  const { values } = parseArgs({ args, options: { rows: { type: "string" }, messages: { type: "string" } } })
  process.env.WEBHOOK_ALLOW_LOOPBACK = "1"
  process.env.LOG_LEVEL = "warn"
  const throwAway = await startThrowAwayDatabase()
  const receiver = await startReceiver()
  try {
    const targets = await endpoints(receiver.url)
    const rates = await throughput(targets, Number(values.messages ?? 4_000))
    printTable(
      "Deliveries to healthy receivers on loopback, 32 at a time",
      rates.map(({ name, perSecond }) => ({
        case: name,
        "requests/s": round(perSecond, 0),
        ratio: round(perSecond / (rates[0]?.perSecond ?? 0)),
      })),
    )
    const owner = new pg.Client({ connectionString: throwAway.url })
    await owner.connect()
    printTable("With old rows", await oldRows(owner, targets, Number(values.rows ?? 10_000_000)))
    await owner.end()
  } finally {
    receiver.stop()
    await disconnect()
    await throwAway.stop()
  }
}
