/**
 * `npm run admin -- scans`: lists open, failed and partial scans, and scheduled scans that could not start, with their
 * team, engines, time and reason.
 */
import { type Command, InvalidArgumentError } from "commander"
import { describeError } from "@/components/scans/error-labels"
import { type EngineStatus, type ScanStatus, scanStatus, stuckAfterMinutes } from "@/domain/operating/scan-status"
import type { SelectCommand } from "./command"
import { formatAge, formatMinute, printRows } from "./output"

export function addScansCommand(program: Command, select: SelectCommand) {
  program
    .command("scans")
    .description("List queued, running, stuck, failed and partial scans, and scheduled scans that could not start.")
    .option("--days <number>", "include scans that failed or ended partially in the last <number> days", parseDays, 1)
    .action(({ days }) =>
      select(async (options) => {
        const found = await scanStatus({ days })
        printRows(
          options.json ? found : found.map(formatRow),
          "No scan is queued or running, none failed or ended partially in this period, and every scheduled scan could start.",
          options,
        )
      }),
    )
}

function parseDays(input: string) {
  const value = Number(input)
  if (Number.isInteger(value) && value > 0 && value <= 3_650) return value
  throw new InvalidArgumentError("It must be a whole number from 1 to 3650.")
}

const formatRow = (scan: ScanStatus) => ({
  state: scan.state,
  team: scan.team,
  project: scan.project,
  scan_id: scan.scan_id,
  engines: scan.engines.map(({ engine_id }) => engine_id).join(" "),
  since: formatMinute(scan.since),
  for: formatAge(scan.since),
  answered: scan.scan_id === null ? null : `${scan.answered}/${scan.tasks}`,
  why: explainState(scan),
})

function explainState({ state, reason, engines }: ScanStatus) {
  if (reason) return reason
  const notes = engines.map(describeEngine).filter((note) => note !== null)
  if (state === "stuck")
    notes.unshift(
      `No process has asked a question for at least ${stuckAfterMinutes} minutes. Check that a process is running, and read its log.`,
    )
  return notes.join(" ")
}

/** Null when there is nothing to report about the engine. */
function describeEngine({ engine_id, open, failed, skipped, error_code, paused_until }: EngineStatus) {
  const cause = error_code ? ` (${describeError(error_code).label.toLowerCase()})` : ""
  const parts = [
    failed > 0 && `${failed} failed${cause}`,
    skipped > 0 && `${skipped} not asked, because the engine is off or the team may not use it`,
    open > 0 && `${open} not answered yet${failed === 0 ? cause : ""}`,
    paused_until && `paused by the engine until ${formatMinute(paused_until)} UTC`,
  ].filter((part) => part !== false && part !== null)
  return parts.length > 0 ? `${engine_id}: ${parts.join(", ")}.` : null
}
