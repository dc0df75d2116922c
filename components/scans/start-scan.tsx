/** Dialog that starts a scan after showing its estimate, or what prevents it. Not for viewers. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { queryProblemIn } from "@/components/api/query-problem"
import { useAction } from "@/components/api/use-action"
import { ProblemNote } from "@/components/forms/problem-note"
import { Blockers } from "@/components/project-settings/blockers"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { EstimateFacts } from "./estimate-facts"

/** `teamPath` and `path` are the paths of the team and of the project. */
type Props = { projectId: string; teamPath: string; path: string; kind?: "primary" | "plain" }

export function StartScan({ kind = "primary", ...props }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Dialog open={isShown} onOpenChange={setShown}>
      <DialogTrigger>
        <Button kind={kind}>Start scan</Button>
      </DialogTrigger>
      <DialogContent title="Start a scan" description="Sends each active prompt to every engine of the project.">
        <EstimateAndStart {...props} />
      </DialogContent>
    </Dialog>
  )
}

function EstimateAndStart({ projectId, teamPath, path }: Omit<Props, "kind">) {
  const api = useApi()
  const router = useRouter()
  const { data, error } = useQuery({
    ...api.scans.estimate.queryOptions({ project_id: projectId }),
    gcTime: 0, // an earlier estimate may be outdated
    retry: false,
  })
  const { run, isBusy, problem } = useAction(api.scans.create.mutationOptions(), {
    onDone: ({ data: scan }) => router.push(`${path}/scans/${scan.id}`),
  })
  const estimate = data?.data
  const canStart = estimate?.blockers.length === 0
  return (
    <div className="grid gap-5">
      <div className="grid min-h-48 content-start gap-5" aria-busy={!estimate && !error}>
        {estimate ? (
          <>
            <EstimateFacts estimate={estimate} />
            <Blockers blockers={estimate.blockers} teamPath={teamPath} path={path} />
          </>
        ) : (
          !error && <p className="text-quiet">Estimating the scan…</p>
        )}
      </div>
      <ProblemNote problem={problem ?? queryProblemIn(error)} />
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>{estimate && !canStart ? "Close" : "Cancel"}</Button>
        </DialogClose>
        {(!estimate || canStart) && (
          <Button
            kind="primary"
            disabled={!estimate || isBusy}
            aria-busy={isBusy}
            onClick={() => run({ project_id: projectId })}
          >
            Start scan
          </Button>
        )}
      </div>
    </div>
  )
}
