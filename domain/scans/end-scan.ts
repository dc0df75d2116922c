/**
 * Ends a scan whose tasks are all done: writes its metrics first, then its status and event in one transaction, once.
 */
import { z } from "zod"
import { preventProjectChanges } from "@/domain/ai-projects/lock-project"
import { reopenRecountIfBrandsChanged } from "@/domain/ai-projects/request-recount"
import { publish } from "@/domain/events/publish"
import type { TeamFacts } from "@/domain/kernel/context"
import { countScanEnd } from "@/domain/kernel/process-counters"
import { longTransaction, type Prisma, prisma, rows, sql } from "@/prisma/client"
import { addScanSources } from "./add-sources"
import { describeScan } from "./describe-scan"
import type { ScanRef } from "./scan"
import { writeMetrics } from "./write-metrics"

/** May be called repeatedly, concurrently, and after a crash. */
export async function endScan(scan: ScanRef): Promise<void> {
  const isWritten = await longTransaction(100_000, (tx) => writeTotals(tx, scan))
  if (!isWritten) return
  const { team, status, error_code } = await readOutcome(scan)
  const data = await describeScan(team, scan.scan_id, new Date(), status)
  const isEndedHere = await prisma.$transaction(async (tx) => {
    await preventProjectChanges(tx, scan.team_id, scan.project_id)
    const ended = await tx.scan.updateMany({
      where: { team_id: scan.team_id, id: scan.scan_id, status: "running" },
      data: { status, error_code },
    })
    if (ended.count === 0) return false
    await reopenRecountIfBrandsChanged(tx, scan)
    const dedupe_key = `scan.completed:${scan.scan_id}`
    await publish(tx, { team_id: scan.team_id, type: "scan.completed", data, dedupe_key })
    return true
  })
  if (isEndedHere) countScanEnd(status, error_code)
}

/** Returns false when the scan has ended, was canceled, or still has open tasks. */
async function writeTotals(tx: Prisma.TransactionClient, scan: ScanRef): Promise<boolean> {
  const { team_id, project_id, scan_id } = scan
  await preventProjectChanges(tx, team_id, project_id)
  // The update locks the scan's row, so concurrent calls write its metrics one after the other.
  const finished = await tx.$executeRaw(sql`
    update scan s set finished_at = coalesce(finished_at, now())
    where team_id = ${team_id} and id = ${scan_id} and status = 'running' and not exists (
      select from scan_task t where t.team_id = ${team_id} and t.scan_id = ${scan_id} and t.status in ('pending', 'running'))`)
  if (finished === 0) return false
  await addScanSources(tx, scan)
  await writeMetrics(tx, scan)
  return true
}

type Status = "completed" | "partial" | "failed"

type Outcome = { team: TeamFacts; status: Status; error_code: string | null }

async function readOutcome({ team_id, scan_id }: ScanRef): Promise<Outcome> {
  const engines = await rows(
    engineOutcomeRow,
    sql`
      select count(*)::int as tasks, count(*) filter (where status = 'succeeded')::int as valid from scan_task
      where team_id = ${team_id} and scan_id = ${scan_id} group by engine_id`,
  )
  const [mostFrequentError] = await rows(
    errorCodeRow,
    sql`
      select error_code from scan_task where team_id = ${team_id} and scan_id = ${scan_id} and status = 'failed'
      group by error_code order by count(*) desc, error_code limit 1`,
  )
  const team = await prisma.team.findFirstOrThrow({ where: { id: team_id } })
  const status = statusOf(engines)
  return {
    team: team as TeamFacts,
    status,
    error_code: status === "failed" ? (mostFrequentError?.error_code ?? null) : null,
  }
}

const engineOutcomeRow = z.object({ tasks: z.number(), valid: z.number() })
type EngineOutcome = z.infer<typeof engineOutcomeRow>

/** "partial" means that at least 80% of all answers are valid, and at least 50% on every engine. */
export function statusOf(engines: readonly EngineOutcome[]): Status {
  const total = (count: (engine: EngineOutcome) => number) => engines.reduce((sum, engine) => sum + count(engine), 0)
  const tasks = total((engine) => engine.tasks)
  const valid = total((engine) => engine.valid)
  if (tasks > 0 && valid === tasks) return "completed"
  const isEnough = valid >= tasks * 0.8 && engines.every((engine) => engine.valid >= engine.tasks * 0.5)
  return tasks > 0 && isEnough ? "partial" : "failed"
}

const errorCodeRow = z.object({ error_code: z.string() })
