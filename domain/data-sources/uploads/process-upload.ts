/**
 * Checks or imports an uploaded file, with the same code as `npm run import`. A process claims an upload with a lease.
 * If the process dies, the lease expires and another process starts again. An import stores all values at its end.
 */
import { createWriteStream, lstatSync, readdirSync, rmSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { z } from "zod"
import { log } from "@/domain/kernel/log"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { ImportError, UnreadableLinesError } from "../imports/import-error"
import { importMetrics } from "../imports/import-metrics"
import { previewMetrics } from "../imports/preview-metrics"
import type { ImportPreview } from "../imports/preview-schema"
import { importChoices, importOptions } from "./import-choices"
import { importResult, partCount } from "./upload"

const leaseMs = 120_000
const heartbeatIntervalMs = 1_000
/** After this many attempts whose process died, the upload becomes `ready` again with a problem. */
const maxAttempts = 3
/** File systems allow 255 bytes, and one UTF-16 code unit has up to 3 in UTF-8. Longer names keep their end. */
const maxNameLength = 80

const claimRow = z.object({
  id: z.string(),
  team_id: z.string(),
  client_id: z.string(),
  file_name: z.string(),
  bytes: z.int(),
  state: z.enum(["checking", "importing"]),
  choices: importChoices,
  attempt: z.int(),
  run: z.int(),
  timezone: z.string(),
  currency: z.string(),
})
/** `doneShare`: from 0 to 1. `extendLease` stores it as the progress. */
type ClaimedUpload = z.infer<typeof claimRow> & { doneShare: number }

/** Does nothing when the upload was deleted, has ended, or another process works on it. */
export async function processUpload(uploadId: string, now: () => Date = () => new Date()) {
  const claimed = await claim(uploadId, now())
  if (!claimed) return
  await inTeam(claimed.team_id, async () => {
    const heartbeat = setInterval(() => void extendLease(claimed).catch(() => {}), heartbeatIntervalMs)
    const outcome = await processFile(claimed, now()).finally(() => clearInterval(heartbeat))
    await storeOutcome(claimed, outcome)
  })
}

/** Across teams, because the job only has the upload's id. */
async function claim(uploadId: string, now: Date): Promise<ClaimedUpload | undefined> {
  const [claimed] = await acrossTeams(() =>
    rows(
      claimRow,
      sql`
        update metrics_upload u set lease_until = ${now}::timestamptz + ${leaseMs}::int * interval '1 ms', attempt = u.attempt + 1
        from client c join team t on t.id = c.team_id
        where u.id = ${uploadId} and u.state in ('checking', 'importing') and (u.lease_until is null or u.lease_until < ${now})
          and c.team_id = u.team_id and c.id = u.client_id and not t.is_suspended
        returning u.id, u.team_id, u.client_id, u.file_name, u.bytes, u.state, u.choices, u.attempt, u.run,
          coalesce(c.timezone, t.timezone) as timezone, coalesce(c.currency, t.currency) as currency`,
    ),
  )
  return claimed && { ...claimed, doneShare: 0 }
}

/** The columns that a check or an import sets at its end. `problem` is shown to the user. */
type Outcome = {
  state: "ready" | "imported"
  preview?: ImportPreview
  result?: z.infer<typeof importResult>
  problem?: string
}

/** The process number follows, so that other processes can see whether the process still runs. */
const folderPrefix = "signalbox-upload-"

/**
 * Deletes the folders that killed processes left on this machine. Call it before this process reads its first file,
 * because a killed process can have had the same number.
 */
export function deleteAbandonedFolders() {
  try {
    for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(folderPrefix))) {
      if (isOtherProcess(Number(name.slice(folderPrefix.length).split("-")[0]))) continue
      const folder = join(tmpdir(), name)
      // Folders of other accounts stay.
      const isOwn = lstatSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
      if (isOwn) rmSync(folder, { recursive: true, force: true })
    }
  } catch (err) {
    log.warn({ err }, "the uploaded files of killed processes could not be deleted")
  }
}

/** True if another process with this number is running. */
function isOtherProcess(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Failed checks and imports leave the upload ready, so that the user can change a choice and try again. */
async function processFile(claimed: ClaimedUpload, now: Date): Promise<Outcome> {
  if (claimed.attempt > maxAttempts) return { state: "ready", problem: interruptedMessage }
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  try {
    const file = join(folder, claimed.file_name.slice(-maxNameLength))
    await writeParts(claimed, file)
    return await checkOrImport(claimed, file, now)
  } catch (err) {
    if (err instanceof ImportError) return { state: "ready", problem: explainRefusal(err) }
    log.error({ err, upload_id: claimed.id }, "an uploaded file could not be processed")
    return { state: "ready", problem: failedMessage }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const interruptedMessage =
  "Reading the file was interrupted several times. Nothing was stored. Try again, or split the file."
const failedMessage = "The file could not be processed because of an internal error. Nothing was stored. Try again."

async function checkOrImport(claimed: ClaimedUpload, file: string, now: Date): Promise<Outcome> {
  const { team_id, client_id, timezone, currency, bytes, choices } = claimed
  const options = {
    ...importOptions(choices),
    teamId: team_id,
    client: { id: client_id, timezone, currency },
    file,
    now,
    onProgress(doneBytes: number) {
      claimed.doneShare = doneBytes / bytes
    },
  }
  if (claimed.state === "checking") return { state: "ready", preview: await previewMetrics(options) }
  try {
    return { state: "imported", result: importResult.parse(await importMetrics(options)) }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    // Another import may have changed stored days since the last preview. The new preview asks what to do with them.
    return { state: "ready", problem: explainRefusal(error), preview: await previewMetrics(options) }
  }
}

/** Returns the message of the error and what the user can do on the upload page (`components/uploads`). */
function explainRefusal(error: ImportError): string {
  const advice = pageAdvice(error)
  return advice ? `${error.message}\n${advice}` : error.message
}

function pageAdvice(error: ImportError): string | undefined {
  if (error instanceof UnreadableLinesError)
    return error.canBePartial
      ? "Correct the file and upload it again, or import only the days without errors."
      : undefined
  if (error.question?.kind === "columns") return "Choose the columns below."
  return error.question && "Answer the question below."
}

async function writeParts({ team_id, id, bytes }: ClaimedUpload, file: string) {
  async function* contents() {
    for (let number = 0; number < partCount(bytes); number++) {
      const part = await prisma.metricsUploadPart.findFirst({ where: { team_id, upload_id: id, number } })
      if (part) yield part.content
    }
  }
  await pipeline(Readable.from(contents()), createWriteStream(file, { mode: 0o600 }))
}

/** Matches nothing when the file was queued again in the meantime. */
const thisRun = ({ team_id, id, run }: ClaimedUpload) => ({ team_id, id, run })

const extendLease = (claimed: ClaimedUpload) =>
  prisma.metricsUpload.updateMany({
    where: { ...thisRun(claimed), state: claimed.state },
    data: { progress: Math.min(claimed.doneShare, 1), lease_until: new Date(Date.now() + leaseMs) },
  })

/** Deletes the file after its import. Changes nothing when the file was queued again in the meantime. */
async function storeOutcome(claimed: ClaimedUpload, outcome: Outcome) {
  const { team_id, id } = claimed
  await prisma.$transaction(async (tx) => {
    const data = { ...outcome, progress: 1, lease_until: null }
    const { count } = await tx.metricsUpload.updateMany({ where: thisRun(claimed), data })
    if (count > 0 && outcome.state === "imported")
      await tx.metricsUploadPart.deleteMany({ where: { team_id, upload_id: id } })
  })
}

const idleRow = z.object({ id: z.string(), run: z.int() })

/**
 * Finds unfinished uploads without a valid lease. Across teams, because the uploads of all teams continue after a
 * restart.
 */
export const idleUploads = () =>
  acrossTeams(() =>
    rows(
      idleRow,
      sql`
        select u.id, u.run from metrics_upload u join team t on t.id = u.team_id
        where u.state in ('checking', 'importing') and (u.lease_until is null or u.lease_until < now()) and not t.is_suspended
        order by u.id limit 1000`,
    ),
  )
