/**
 * Webhooks: measures deliveries per second (compared with a bare loop of the same requests and with one Inngest run per
 * delivery), the time from a commit to the receiver, the effect of ten million old rows on a claim and on the delivery
 * log, the delay beside slow teams and beside thousands of backlogs, and the time until deliveries continue after an
 * outage.
 */
import pg from "pg"
import { disconnect } from "@/prisma/client"
import { startTemporaryDatabase } from "../temporary-database"
import { printTable, round } from "./table"
import { besideBacklogs } from "./webhooks/backlog"
import { createEndpoints } from "./webhooks/endpoints"
import { fromCommit } from "./webhooks/from-commit"
import { oldRows } from "./webhooks/old-rows"
import { afterOutages } from "./webhooks/outage"
import { startReceiver } from "./webhooks/receiver"
import { besideSlowTeams } from "./webhooks/slow"
import { throughput } from "./webhooks/throughput"

type Numbers = {
  messages: number
  minutes: number
  rows: number
  seconds: number
  teams: number
  backlog: number
  away: number
}
type Options = Numbers & { databaseUrl: string }

const parts: Record<string, (options: Options) => Promise<void>> = {
  throughput: rates,
  commit: latencies,
  old: oldRowsCost,
  slow,
  backlog: backlogs,
  outage,
}

export async function bench({ only, ...numbers }: Numbers & { only?: string[] }) {
  process.env.WEBHOOK_ALLOW_LOOPBACK = "1"
  process.env.LOG_LEVEL = "warn"
  const temporaryDatabase = await startTemporaryDatabase()
  try {
    for (const [name, run] of Object.entries(parts))
      if (only?.includes(name) ?? true) await run({ ...numbers, databaseUrl: temporaryDatabase.url })
  } finally {
    await disconnect()
    await temporaryDatabase.stop()
  }
}

/** 100 for each of the four endpoints. More messages add teams, not longer queues. */
const messagesPerTeam = 400

async function rates({ messages }: Options) {
  const receiver = await startReceiver()
  const found = await throughput(await createEndpoints(receiver.url, Math.ceil(messages / messagesPerTeam)), messages)
  receiver.stop()
  const rows = found.map(({ name, perSecond }) => ({
    case: name,
    "requests/s": round(perSecond, 0),
    ratio: round(perSecond / (found[0]?.perSecond ?? 0), 3),
  }))
  printTable("Deliveries to healthy receivers on loopback, 32 at a time", rows)
}

async function latencies({ minutes }: Options) {
  printTable("From the commit to the receiver's first byte", await fromCommit(minutes))
}

async function oldRowsCost({ rows, databaseUrl }: Options) {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    printTable("With old rows", await oldRows(owner, await createEndpoints("http://127.0.0.1:9"), rows))
  } finally {
    await owner.end()
  }
}

async function slow({ seconds }: Options) {
  const title = "From the commit to the receiver's first byte, beside teams with 41 endpoints that respond after 9 s"
  printTable(title, await besideSlowTeams(seconds))
}

async function backlogs({ teams, backlog }: Options) {
  const title = `From the commit to the receiver's first byte, beside teams with ${backlog} due deliveries each`
  printTable(title, await besideBacklogs(teams, backlog))
}

async function outage({ away }: Options) {
  printTable("From ready to the first and the last request that is sent again", await afterOutages(away))
}
