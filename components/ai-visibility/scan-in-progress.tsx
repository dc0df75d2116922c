/** Shows the progress of the running scan, with a link to it. */
import type { Scan } from "@/components/api/types"
import { Link } from "@/components/link"
import { count } from "@/domain/kernel/format-count"

/** `isFirst` is true when the project has no metrics yet. */
type Props = { scan: Scan; path: string; isFirst: boolean }

export function ScanInProgress({ scan, path, isFirst }: Props) {
  const { total, succeeded, failed, skipped } = scan.tasks
  const finished = succeeded + failed + skipped
  const message =
    scan.status === "queued"
      ? "A scan is queued"
      : `A scan is in progress: ${count(finished)} of ${count(total)} answers`
  return (
    <div className="mb-6">
      <p className="figures mb-1.5 flex flex-wrap justify-between gap-x-4 text-table">
        {message}
        <Link href={`${path}/scans/${scan.id}`} className="text-accent hover:underline">
          View scan
        </Link>
      </p>
      <progress aria-label="Progress of the scan" max={Math.max(total, 1)} value={finished} />
      {isFirst && (
        <p className="mt-3 text-quiet">Results appear here when the scan finishes. You can leave this page.</p>
      )}
    </div>
  )
}
