/** Shows a scan's totals: progress, speed, expected end and cost. */
import type { ReactNode } from "react"
import { count } from "@/components/ai-visibility/figure-words"
import { Time } from "@/components/time"
import { costWords, isOpen, lengthOf, type Progress, spanWords, starterOf } from "./scan-words"

export function ScanFacts({ scan }: { scan: Progress }) {
  const { tasks, answers_valid, sentiment, cost_usd } = scan
  return (
    <dl className="figures mb-8 grid grid-cols-2 gap-x-8 gap-y-5 sm:flex sm:flex-wrap sm:gap-x-12">
      <Fact name="Answers">
        {count(answers_valid)} <Beside>of {count(tasks.total)}</Beside>
      </Fact>
      {isOpen(scan) ? <Pace scan={scan} /> : <Fact name="Duration">{lengthOf(scan) || "–"}</Fact>}
      <Fact name="Cost so far" rename={!isOpen(scan) && "Cost"}>
        {cost_usd > 0 ? costWords(cost_usd) : "–"}
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

function Pace({ scan: { answers_per_minute, seconds_left } }: { scan: Progress }) {
  return (
    <>
      <Fact name="Speed">
        {answers_per_minute === null ? "–" : paceWords(answers_per_minute)} <Beside>per minute</Beside>
      </Fact>
      <Fact name="Time left">{seconds_left === null ? "–" : spanWords(seconds_left)}</Fact>
    </>
  )
}

const paceWords = (pace: number) => (pace < 10 ? Number(pace.toFixed(1)).toString() : count(Math.round(pace)))

type FactProps = { name: string; rename?: string | false; children: ReactNode }

const Fact = ({ name, rename, children }: FactProps) => (
  <div>
    <dt className="text-quiet text-small">{rename || name}</dt>
    <dd className="mt-0.5 flex min-h-7 items-center gap-1.5 text-head">
      <span>{children}</span>
    </dd>
  </div>
)

const Beside = ({ children }: { children: ReactNode }) => <span className="text-quiet text-table">{children}</span>
