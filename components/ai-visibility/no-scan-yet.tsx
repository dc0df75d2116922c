/** Before the first finished scan: what is missing still, and where to do it. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { StartScan } from "@/components/scans/start-scan"
import { Button } from "@/components/ui/button"

type Props = {
  project: Data<"aiVisibility", "getProject">
  promptsTotal: number | null
  /** The addresses of the team and of the project. */
  teamPath: string
  path: string
  /** Viewers may neither set up nor start. */
  mayChange: boolean
}

export function NoScanYet({ project, promptsTotal, teamPath, path, mayChange }: Props) {
  const missing = [
    ...(project.own_brand ? [] : ["the own brand"]),
    ...(promptsTotal === 0 ? ["prompts"] : []),
    ...(project.asked_engines.length > 0 ? [] : ["an engine to ask"]),
  ]
  const isReady = missing.length === 0
  return (
    <Empty
      title="No scan has finished yet"
      action={
        mayChange &&
        (isReady ? (
          <StartScan projectId={project.id} teamPath={teamPath} path={path} />
        ) : (
          <Button asChild kind="primary">
            <Link href={`${path}/set-up`}>Set up</Link>
          </Button>
        ))
      }
    >
      {isReady
        ? "Everything is set up: a scan asks every prompt of every engine, and the figures show here when it ends."
        : `Still to choose: ${list(missing)}. Then start a scan, and the figures show here when it ends.`}
    </Empty>
  )
}

const list = (words: string[]) => new Intl.ListFormat("en").format(words)
