/** Shown before the first scan with metrics: what is missing, or the result of the last scan, and what to do next. */
import type { Data, Scan } from "@/components/api/types"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { StartScan } from "@/components/scans/start-scan"
import { Button } from "@/components/ui/button"
import { count } from "@/domain/kernel/format-count"

type Props = {
  project: Data<"aiVisibility", "getProject">
  promptsTotal: number | null
  /** The last scan, if there is one. It has no metrics, because it failed or was canceled. */
  lastScan: Scan | null
  /** The paths of the team and of the project. */
  teamPath: string
  path: string
  /** False for viewers, who may neither change settings nor start scans. */
  canChange: boolean
}

export function NoScanYet({ project, promptsTotal, lastScan, teamPath, path, canChange }: Props) {
  const missing = [
    ...(project.own_brand ? [] : ["your brand"]),
    ...(promptsTotal === 0 ? ["prompts"] : []),
    ...(project.asked_engines.length > 0 ? [] : ["an engine"]),
  ]
  const isReady = missing.length === 0
  const start = isReady ? (
    <StartScan projectId={project.id} teamPath={teamPath} path={path} />
  ) : (
    <Button asChild kind="primary">
      <Link href={`${path}/settings`}>Set up project</Link>
    </Button>
  )
  if (lastScan)
    return (
      <Empty
        title={`The last scan ${lastScan.status === "failed" ? "failed" : "was canceled"}`}
        action={
          <div className="flex flex-wrap gap-2">
            {canChange && start}
            <Button asChild>
              <Link href={`${path}/scans/${lastScan.id}`}>
                {lastScan.status === "failed" ? "View errors" : "View scan"}
              </Link>
            </Button>
          </div>
        }
      >
        {count(lastScan.answers_valid)} of {count(lastScan.tasks.total)} answers arrived
        {lastScan.status === "failed" && ", too few for metrics"}. Results appear here when a scan finishes with enough
        answers.
      </Empty>
    )
  return (
    <Empty title="No scan has finished yet" action={canChange && start}>
      {isReady
        ? "The project is ready. Start a scan, and results appear here when it finishes."
        : `The project still needs ${list(missing)}. Then start a scan, and results appear here when it finishes.`}
    </Empty>
  )
}

const list = (items: string[]) => new Intl.ListFormat("en").format(items)
