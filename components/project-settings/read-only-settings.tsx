/** Read-only view of a project's scan settings, for viewers. */
import { describeSchedule } from "@/components/scans/schedule-labels"
import { EstimateNumbers } from "./estimate-numbers"
import { PrecisionBands } from "./precision-bands"
import type { Estimate, Project } from "./scan-settings"

export function ReadOnlySettings({ project, estimate }: { project: Project; estimate: Estimate }) {
  const engines = estimate.by_engine.map(({ name }) => name).join(", ")
  return (
    <div className="grid max-w-[640px] gap-6">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <dt className="text-quiet">Engines</dt>
        <dd>{engines || "none yet"}</dd>
        <dt className="text-quiet">Regions</dt>
        <dd>{project.regions.join(", ") || "no region"}</dd>
        <dt className="text-quiet">Scans</dt>
        <dd>{describeSchedule(project.schedule)}</dd>
      </dl>
      <EstimateNumbers estimate={estimate} />
      {estimate.tasks > 0 && <PrecisionBands estimate={estimate} />}
    </div>
  )
}
