/** Panel with the estimate of a scan with the current settings: questions, cost and precision. */
import type { Problem } from "@/components/api/problem"
import { ProblemNote } from "@/components/forms/problem-note"
import { Blockers } from "./blockers"
import { EstimateNumbers } from "./estimate-numbers"
import { PrecisionBands } from "./precision-bands"
import { type Estimate, isValid, type ScanSettings } from "./scan-settings"

type Props = {
  data: Estimate | undefined
  problem: Problem | null
  isStale: boolean
  settings: ScanSettings
  teamPath: string
  path: string
}

export function EstimatePanel({ data, problem, isStale, settings, teamPath, path }: Props) {
  return (
    <section
      aria-labelledby="estimate"
      aria-busy={isStale}
      className="min-h-[420px] rounded-box border border-line bg-surface px-4 py-4 lg:sticky lg:top-6"
    >
      <h2 id="estimate" className="text-head">
        Estimate
      </h2>
      <p className="mb-4 text-quiet text-table">For these settings, before you save them.</p>
      {!isValid(settings) && (
        <p className="text-quiet">
          Enter 1 to 20 runs. The maximum number of answers per month must be a whole number, or empty.
        </p>
      )}
      <ProblemNote problem={problem} />
      {data && isValid(settings) && (
        <div className={`grid gap-5 transition-opacity ${isStale ? "opacity-60" : ""}`}>
          <EstimateNumbers estimate={data} />
          <Blockers blockers={data.blockers} teamPath={teamPath} path={path} currentPath={`${path}/settings/engines`} />
          {data.tasks > 0 && <PrecisionBands estimate={data} />}
        </div>
      )}
    </section>
  )
}
