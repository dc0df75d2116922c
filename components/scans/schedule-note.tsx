/** Shows the scan schedule, and why the last scheduled scan did not start. */
import type { Data } from "@/components/api/types"
import { CautionNote } from "@/components/forms/problem-note"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { describeSchedule, formatScanTime } from "./schedule-labels"

type Project = Data<"aiVisibility", "getProject">

/** `zone` is the time zone of a schedule that sets none. `canChange` is false for viewers. */
type Props = { project: Project; path: string; zone: string; canChange: boolean }

export function ScheduleNote({ project, path, zone, canChange }: Props) {
  const { schedule, next_scan_at, status } = project
  return (
    <>
      {describeSchedule(schedule, zone)}
      {next_scan_at && ` Next: ${formatScanTime(next_scan_at, schedule.timezone ?? zone)}.`}
      {status === "paused" && " The project is paused, so no scan starts."}{" "}
      <Link href={`${path}/settings/engines`} className="whitespace-nowrap underline underline-offset-2">
        {linkText(schedule, canChange)}
      </Link>
    </>
  )
}

function linkText({ every }: Project["schedule"], canChange: boolean) {
  if (every !== "manual") return "View schedule"
  return canChange ? "Set schedule" : "View settings"
}

/**
 * Explains why the last scheduled scan did not start. Null when it started. With `path`, links to the project's scans.
 */
export function SkippedScan({ project: { skipped_scan }, path }: { project: Project; path?: string }) {
  if (!skipped_scan) return null
  const { due_at, message, fix } = skipped_scan
  return (
    <CautionNote className="mb-6" isLive>
      <span className="font-strong">
        The scan that was scheduled <Time at={due_at} /> did not start.
      </span>{" "}
      {message} {fix} The next scheduled scan starts only if this is resolved.
      {path && (
        <>
          {" "}
          <Link href={`${path}/scans`} className="whitespace-nowrap underline underline-offset-2">
            View scans
          </Link>
        </>
      )}
    </CautionNote>
  )
}
