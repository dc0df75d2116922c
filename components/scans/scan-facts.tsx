/** Shows a scan's totals: progress, speed, expected end and cost. */
import type { ReactNode } from "react"
import { Time } from "@/components/time"
import { count, formatCost } from "@/domain/kernel/format-count"
import { durationOf, formatDuration, isInProgress, type Progress, starterOf } from "./scan-labels"

export function ScanFacts({ scan }: { scan: Progress }) {
  const { tasks, answers_valid, sentiment, cost_usd } = scan
  return (
    <dl className="figures mb-8 grid grid-cols-2 gap-x-8 gap-y-5 sm:flex sm:flex-wrap sm:gap-x-12">
      <Fact name="Answers">
        {count(answers_valid)} <Beside>of {count(tasks.total)}</Beside>
      </Fact>
      {isInProgress(scan) ? <Speed scan={scan} /> : <Fact name="Duration">{durationOf(scan) || "–"}</Fact>}
      <Fact name={isInProgress(scan) ? "Cost so far" : "Cost"}>
        {cost_usd === null ? "not known" : formatCost(cost_usd)}
      </Fact>
      {sentiment && (
        <Fact name="Sentiment classified">
          {count(sentiment.judged)} <Beside>of {count(sentiment.total)}</Beside>
        </Fact>
      )}
      <Fact name="Started">
        <span className="text-body">
          <Time at={scan.started_at ?? scan.queued_at} /> by {starterOf(scan)}
        </span>
      </Fact>
    </dl>
  )
}

function Speed({ scan: { answers_per_minute, seconds_left } }: { scan: Progress }) {
  return (
    <>
      <Fact name="Speed">
        {answers_per_minute === null ? "–" : formatSpeed(answers_per_minute)} <Beside>per minute</Beside>
      </Fact>
      <Fact name="Time left">{seconds_left === null ? "–" : formatDuration(seconds_left)}</Fact>
    </>
  )
}

const formatSpeed = (speed: number) => (speed < 10 ? Number(speed.toFixed(1)).toString() : count(Math.round(speed)))

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-quiet text-small">{name}</dt>
    <dd className="mt-0.5 flex min-h-7 items-center gap-1.5 text-head">
      <span>{children}</span>
    </dd>
  </div>
)

const Beside = ({ children }: { children: ReactNode }) => <span className="text-quiet text-table">{children}</span>
