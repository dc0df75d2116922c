/** One attempt on the timeline of a delivery: its result in one line, and all details when opened. */
import type { Attempt } from "@/components/api/types"
import { formatMilliseconds } from "@/components/format-duration"
import { StatusCode } from "@/components/keys/status-code"
import { Time } from "@/components/time"
import { Exchange } from "./exchange"
import { Waterfall } from "./waterfall"

const dotColors = { started: "bg-caution", succeeded: "bg-clear", failed: "bg-danger", unknown: "bg-edge" } as const
const stateLabels = {
  started: "in flight",
  succeeded: "delivered",
  failed: "failed",
  unknown: "outcome unknown",
} as const
const triggerLabels = {
  auto: null,
  manual: "resent manually",
  recover: "recovery",
  test: "test",
  probe: "test request after failures",
} as const

type Props = { attempt: Attempt; body: string | null; isOpen: boolean }

export function AttemptItem({ attempt, body, isOpen }: Props) {
  const { number, state, status, error, trigger, started_at, timings_ms, remote_ip } = attempt
  return (
    <li className="relative border-line border-l pb-5 pl-5 last:pb-0">
      <span aria-hidden className={`absolute top-1.5 -left-[4.5px] size-2 rounded-full ${dotColors[state]}`} />
      <details open={isOpen}>
        <summary className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <span className="font-strong">Attempt {number}</span>
          <span>{stateLabels[state]}</span>
          {status !== null && <StatusCode status={status} />}
          {error && <code className="text-quiet text-small">{error.code}</code>}
          {timings_ms.total !== null && (
            <span className="figures text-quiet">{formatMilliseconds(timings_ms.total)}</span>
          )}
          {triggerLabels[trigger] && <span className="text-quiet">{triggerLabels[trigger]}</span>}
          <span className="text-quiet">
            <Time at={started_at} />
          </span>
        </summary>
        <div className="mt-3 grid gap-4">
          {error && <p>{error.detail}</p>}
          {state === "unknown" && (
            <p>
              The server stopped before it recorded the result, so the request may have arrived. Your receiver can
              detect duplicates by the webhook-id.
            </p>
          )}
          {timings_ms.total !== null && <Waterfall timings={timings_ms} />}
          {remote_ip && (
            <p className="text-quiet text-table">
              Response from <code>{remote_ip}</code>
            </p>
          )}
          <Exchange attempt={attempt} body={body} />
        </div>
      </details>
    </li>
  )
}
