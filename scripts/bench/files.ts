/**
 * Lists our source files of which at least one function runs during one request, one delivery, one question and one
 * scan: the files that a reader of such a path has to open. Also lists the files of domain that only one file imports.
 */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { deliverDue } from "@/domain/deliveries/deliver-due"
import { Deadline } from "@/domain/kernel/deadline"
import { flushRequestLog } from "@/domain/keys/request-log"
import { openScan } from "@/domain/scans/open-scan"
import { processScan } from "@/domain/scans/process-scan"
import { runEngineTasks } from "@/domain/scans/run-engine-tasks"
import { receiver } from "@/domain/testing/receiver"
import { disconnect, inTeam } from "@/prisma/client"
import { createFrontServer } from "@/server/front-server"
import { startTemporaryDatabase } from "../temporary-database"
import { Coverage } from "./files/coverage"
import { findSingleImporters } from "./files/importers"
import { teamWithClients } from "./fill"
import { startEngine } from "./visibility/engine"
import { startScanWithPrompts } from "./visibility/scan"
import { createEndpoints } from "./webhooks/endpoints"
import { Publisher } from "./webhooks/publisher"

/** `prepare` returns a function that runs the path once. Code that runs during `prepare` or `close` is not counted. */
type Path = { prepare(): Promise<() => Promise<unknown>>; close(): unknown }

const paths: Record<string, () => Promise<Path>> = {
  "GET /api/v1/clients?limit=25": startRequest,
  "publish of an event to its recorded delivery": startDelivery,
  "one question of a scan, asked of an engine and recorded": () => startScanOfOne(askQuestions),
  "a scan of one question, to its metrics and its event": () => startScanOfOne(processScan),
}

export async function bench() {
  Object.assign(process.env, { LOG_LEVEL: "error", WEBHOOK_ALLOW_LOOPBACK: "1" })
  const temporaryDatabase = await startTemporaryDatabase()
  try {
    const coverage = await Coverage.start()
    for (const [name, start] of Object.entries(paths)) print(name, await findFilesRun(coverage, await start()))
  } finally {
    await disconnect()
    await temporaryDatabase.stop()
  }
  const { files, shortFiles } = findSingleImporters()
  print("files of domain with a single importer", files)
  print("of these with at most 25 lines", shortFiles)
}

/** The first runs load modules and fill caches, so they are not counted. */
const warmUpRuns = 2

async function findFilesRun(coverage: Coverage, { prepare, close }: Path) {
  for (let i = 0; i < warmUpRuns; i++) await (await prepare())()
  const run = await prepare()
  await coverage.reset()
  await run()
  const files = await coverage.files()
  await close()
  return files
}

async function startRequest(): Promise<Path> {
  const { secret } = await teamWithClients(100)
  const server = createFrontServer(() => {}, "front").listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/clients?limit=25`
  const get = async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  // Without the flush, the timer of the request log would run during the next path.
  const close = () => {
    server.close()
    return flushRequestLog()
  }
  return { prepare: () => flushRequestLog().then(() => get), close }
}

async function startDelivery(): Promise<Path> {
  const { origin, close } = await receiver()
  const [target] = await createEndpoints(origin, 1, 1)
  const publisher = new Publisher()
  const deliver = async () => {
    if (target) await publisher.publish(target)
    const { attempted } = await deliverDue({ signal: AbortSignal.timeout(60_000) })
    if (attempted !== 1) throw new Error(`${attempted} deliveries were attempted`)
  }
  return { prepare: async () => deliver, close }
}

async function startScanOfOne(work: (scanId: string, deadline: Deadline) => Promise<unknown>): Promise<Path> {
  const engine = await startEngine(0)
  process.env.AI_ENGINE_URLS = JSON.stringify({ openai: engine.url })
  const prepare = async () => {
    const { scanId } = await startScanWithPrompts(1, 1)
    return () => work(scanId, new Deadline(60_000))
  }
  return { prepare, close: engine.stop }
}

/** Does what `processScan` does for the scan's engines, and does not end the scan. */
async function askQuestions(scanId: string, deadline: Deadline) {
  const scan = await openScan(scanId)
  if (scan)
    await inTeam(scan.team_id, () => Promise.all(scan.engineIds.map((id) => runEngineTasks(scan, id, deadline))))
}

function print(title: string, files: string[]) {
  console.log(`\n${title}: ${files.length} files\n`)
  for (const file of files.toSorted()) console.log(`  ${file}`)
}
