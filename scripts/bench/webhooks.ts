/**
 * Measures webhooks: deliveries per second (compared with a bare loop of the same requests and with one Inngest run per
 * delivery), the time from a commit to the receiver, the effect of ten million old rows on a claim and on the delivery
 * log, the delay beside slow teams and beside thousands of backlogs, and the time until deliveries continue after an
 * outage.
 */
import pg from "pg"
import { disconnect } from "@/prisma/client"
import { startTemporaryDatabase } from "../temporary-database"
import { printTable, round } from "./table"
import { measureBesideBacklogs } from "./webhooks/backlog"
import { createEndpoints } from "./webhooks/endpoints"
import { measureFromCommit } from "./webhooks/from-commit"
import { measureOldRows } from "./webhooks/old-rows"
import { measureAfterOutages } from "./webhooks/outage"
import { startReceiver } from "./webhooks/receiver"
import { measureBesideSlowTeams } from "./webhooks/slow"
import { measureThroughput } from "./webhooks/throughput"

type PartOptions = {
  messages: number
  minutes: number
  rows: number
  seconds: number
  teams: number
  backlog: number
  away: number
}
type Options = PartOptions & { databaseUrl: string }

const parts: Record<string, (options: Options) => Promise<void>> = {
  throughput: printThroughput,
  commit: printTimesFromCommit,
  old: printOldRows,
  slow: printSlowTeams,
  backlog: printBacklogs,
  outage: printOutages,
}

export async function bench({ only, ...partOptions }: PartOptions & { only?: string[] }) {
  process.env.WEBHOOK_ALLOW_LOOPBACK = "1"
  process.env.LOG_LEVEL = "warn"
  const temporaryDatabase = await startTemporaryDatabase()
  try {
    for (const [name, run] of Object.entries(parts))
      if (only?.includes(name) ?? true) await run({ ...partOptions, databaseUrl: temporaryDatabase.url })
  } finally {
    await disconnect()
    await temporaryDatabase.stop()
  }
}

/** 100 for each of the four endpoints. More messages add teams, not longer queues. */
const messagesPerTeam = 400

async function printThroughput({ messages }: Options) {
  const receiver = await startReceiver()
  const results = await measureThroughput(
    await createEndpoints(receiver.url, Math.ceil(messages / messagesPerTeam)),
    messages,
  )
  receiver.stop()
  const rows = results.map(({ name, perSecond }) => ({
    case: name,
    "requests/s": round(perSecond, 0),
    ratio: round(perSecond / (results[0]?.perSecond ?? 0), 3),
  }))
  printTable("Deliveries to healthy receivers on loopback, 32 at a time", rows)
}

async function printTimesFromCommit({ minutes }: Options) {
  printTable("From the commit to the receiver's first byte", await measureFromCommit(minutes))
}

async function printOldRows({ rows, databaseUrl }: Options) {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    printTable("With old rows", await measureOldRows(owner, await createEndpoints("http://127.0.0.1:9"), rows))
  } finally {
    await owner.end()
  }
}

async function printSlowTeams({ seconds }: Options) {
  const title = "From the commit to the receiver's first byte, beside teams with 41 endpoints that respond after 9 s"
  printTable(title, await measureBesideSlowTeams(seconds))
}

async function printBacklogs({ teams, backlog }: Options) {
  const title = `From the commit to the receiver's first byte, beside teams with ${backlog} due deliveries each`
  printTable(title, await measureBesideBacklogs(teams, backlog))
}

async function printOutages({ away }: Options) {
  printTable("From ready to the first and the last request that is sent again", await measureAfterOutages(away))
}
