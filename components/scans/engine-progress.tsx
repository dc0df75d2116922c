/** Progress of one engine of a running scan: how many of its questions are done, and the errors of the others. */
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count, pluralize } from "@/domain/kernel/format-count"
import { EngineErrors } from "./engine-errors"
import type { Progress } from "./scan-labels"

type Engine = Progress["engines"][number]

/** `path` is the path of the scan's page. */
type Props = { engine: Engine; path: string }

export function EngineProgress({ engine, path }: Props) {
  const { engine_id, is_sample, succeeded, total, paused_until } = engine
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
        {partsOf(engine)}
        {paused_until && (
          <>
            {" · "}paused because of the engine's rate limit, continues <Time at={paused_until} />
          </>
        )}
      </p>
      <EngineErrors engine={engine} path={path} />
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
function partsOf({ waiting, running, failed, skipped, answers_per_minute }: Engine): string {
  const parts = [
    waiting > 0 && `${count(waiting)} waiting`,
    running > 0 && `${count(running)} in flight`,
    failed > 0 && `${count(failed)} failed`,
    skipped > 0 && `${count(skipped)} skipped`,
    waiting + running > 0 && answers_per_minute && `${count(Math.round(answers_per_minute))} per minute`,
  ]
  return parts.filter(Boolean).join(" · ") || "all answered"
}
