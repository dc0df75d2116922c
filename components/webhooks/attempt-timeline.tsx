/** Timeline of a delivery's attempts, including planned ones, newest first. */
import type { Data } from "@/components/api/types"
import { TextWithTimes } from "@/components/text-with-times"
import { Time } from "@/components/time"
import { pluralize } from "@/domain/kernel/format-count"
import { AttemptItem } from "./attempt-item"
import { isPast } from "./refresh-seconds"

type Delivery = Data<"deliveries", "get">

/** `unsentReason`: why the delivery was not sent. Only displayed beside an attempt that is due. */
type Props = { delivery: Delivery; omitted: number; unsentReason: string | null }

export function AttemptTimeline({ delivery, omitted, unsentReason }: Props) {
  const { attempts, schedule, message } = delivery
  return (
    <>
      <Planned schedule={schedule} hasFailed={attempts.length > 0} unsentReason={unsentReason} />
      {attempts.length === 0 && schedule.length === 0 && <p className="text-quiet">No attempts yet.</p>}
      <ol aria-label="Attempts" className="ml-1">
        {attempts.map((attempt, index) => (
          <AttemptItem key={attempt.id} attempt={attempt} body={message?.body ?? null} isOpen={index === 0} />
        ))}
      </ol>
      {omitted > 0 && (
        <p className="mt-3 text-quiet">{pluralize(omitted, "older attempt is", "older attempts are")} not shown.</p>
      )}
    </>
  )
}

type PlannedProps = { schedule: Delivery["schedule"]; hasFailed: boolean; unsentReason: string | null }

function Planned({ schedule, hasFailed, unsentReason }: PlannedProps) {
  const [next, ...later] = schedule
  if (!next) return null
  return (
    <div className="mb-5 rounded-box border border-line bg-surface px-3.5 py-2.5">
      <p>
        <strong>{hasFailed ? "Next attempt" : "First attempt"}</strong>{" "}
        {isPast(next.at) ? (
          <>
            is due. <TextWithTimes text={unsentReason ?? ""} />
          </>
        ) : (
          <Time at={next.at} />
        )}
      </p>
      {later.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit text-quiet text-table hover:text-text">
            If it fails, {later.length} more {later.length === 1 ? "attempt follows" : "attempts follow"}
          </summary>
          <ol className="mt-2 grid gap-0.5 text-quiet text-table">
            {later.map(({ attempt, at }) => (
              <li key={attempt}>
                Attempt {attempt}: <Time at={at} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
