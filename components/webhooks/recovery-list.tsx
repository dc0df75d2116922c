/** Lists the recoveries of a webhook: progress, result, and a button to cancel. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { count } from "@/domain/kernel/format-count"

type Recovery = Data<"recoveries", "get">

const badgeByState = {
  running: { badge: "caution", label: "running" },
  completed: { badge: "clear", label: "completed" },
  cancelled: { badge: "idle", label: "canceled" },
} as const

export function RecoveryList({ recoveries, isAdmin }: { recoveries: Recovery[]; isAdmin: boolean }) {
  return (
    <ul aria-label="Recoveries" className="divide-y divide-line rounded-box border border-line bg-surface">
      {recoveries.map((recovery) => {
        const { id, state, total, since, until, created_at, created_by } = recovery
        const { badge, label } = badgeByState[state]
        const sent = countSent(recovery)
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5">
            <div className="min-w-0 flex-1 basis-72">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <Badge state={badge}>{label}</Badge>
                <span className="figures">
                  <strong>{count(sent)}</strong> of {count(total)} sent
                </span>
                <span className="text-quiet text-table">{describeOutcomes(recovery)}</span>
              </p>
              {state === "running" && (
                <progress aria-label="Progress" value={sent} max={Math.max(total, 1)} className="mt-2 max-w-md" />
              )}
              <p className="mt-1 text-quiet text-small">
                Deliveries from <Time at={since} /> to <Time at={until} />. Started <Time at={created_at} />
                {created_by && ` by ${created_by.name}`}
              </p>
            </div>
            {isAdmin && state === "running" && <CancelRecovery recoveryId={id} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The number of deliveries that a recovery has sent. The waiting ones of a canceled recovery are never sent. */
function countSent({ state, total, done, results: { waiting, retrying, succeeded, failed, other } }: Recovery) {
  if (state === "cancelled") return retrying + succeeded + failed + other
  return Math.max(0, Math.min(done, total) - waiting)
}

/** "12 delivered, 3 exhausted" */
function describeOutcomes({ results: { succeeded, failed, retrying } }: Recovery) {
  const parts = [
    { number: succeeded, label: "delivered" },
    { number: retrying, label: "retried" },
    { number: failed, label: "exhausted" },
  ]
  return parts
    .filter(({ number }) => number > 0)
    .map(({ number, label }) => `${count(number)} ${label}`)
    .join(", ")
}

function CancelRecovery({ recoveryId }: { recoveryId: string }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.recoveries.cancel.mutationOptions(), {
    done: "Recovery canceled",
    isFormless: true,
  })
  return (
    <Button size="small" isBusy={isBusy} onClick={() => run({ recovery_id: recoveryId })}>
      Cancel recovery
    </Button>
  )
}
