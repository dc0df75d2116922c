/** Progress of one engine of a scan: how many of its questions are done, and the errors of the others. */
import { engineName } from "@/components/ai-visibility/format-metrics"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { count, pluralize } from "@/domain/kernel/format-count"
import { errorDescription } from "./error-labels"
import type { Progress } from "./scan-labels"

type Engine = Progress["engines"][number]

/** `path` is the path of the scan's page. */
type Props = { engine: Engine; isInProgress: boolean; path: string }

export function EngineProgress({ engine, isInProgress, path }: Props) {
  const { engine_id, is_sample, succeeded, total, errors, resting_until } = engine
  return (
    <li>
      <div className="figures mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="flex flex-wrap items-center gap-x-2 font-strong">
          {engineName(engine_id)}
          {is_sample && <Badge>sample data</Badge>}
        </span>
        <span className="text-table">
          {count(succeeded)} <span className="text-quiet">of {pluralize(total, "answer")}</span>
        </span>
      </div>
      <Bar engine={engine} />
      <p className="figures mt-1.5 min-h-4.5 text-quiet text-table">
        {partsOf(engine, isInProgress)}
        {resting_until && (
          <>
            {" · "}paused because of the engine's rate limit, continues <Time at={resting_until} />
          </>
        )}
      </p>
      {errors.length > 0 && (
        <ul className="mt-2 grid gap-1.5 text-table">
          {errors.map(({ code, failed, waiting }) => (
            <li key={code} className="border-line border-l-2 pl-3">
              <Link
                href={`${urlWithQuery(path, { state: failed > 0 ? "failed" : "pending", engine: engine_id, error: code })}#tasks`}
                className="font-strong underline decoration-edge underline-offset-2 hover:decoration-current"
              >
                {errorDescription(code).what}
              </Link>
              <span className="figures text-quiet">
                {failed > 0 && `, ${count(failed)} failed`}
                {waiting > 0 && `, ${count(waiting)} will be retried`}
              </span>
              {failed > 0 && <span className="block text-quiet">{errorDescription(code).todo}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Bar({ engine: { succeeded, failed, skipped, total } }: { engine: Engine }) {
  const part = (n: number) => ({ width: `${(n / Math.max(1, total)) * 100}%` })
  return (
    <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-line">
      <span
        className="bg-accent transition-[width] duration-150 motion-reduce:transition-none"
        style={part(succeeded)}
      />
      <span className="bg-danger transition-[width] duration-150 motion-reduce:transition-none" style={part(failed)} />
      <span className="bg-edge/40" style={part(skipped)} />
    </div>
  )
}

/** "12 waiting · 4 in flight · 2 failed · 12 per minute" */
function partsOf({ waiting, running, failed, skipped, answers_per_minute }: Engine, isInProgress: boolean): string {
  const parts = [
    waiting > 0 && `${count(waiting)} waiting`,
    running > 0 && `${count(running)} in flight`,
    failed > 0 && `${count(failed)} failed`,
    skipped > 0 && `${count(skipped)} skipped`,
    isInProgress &&
      waiting + running > 0 &&
      answers_per_minute &&
      `${count(Math.round(answers_per_minute))} per minute`,
  ]
  return parts.filter(Boolean).join(" · ") || "all answered"
}
