/** Shows the progress of re-extracting earlier answers after brands have changed. */
import { AutoRefresh } from "@/components/ui/auto-refresh"
import type { Project } from "./scan-settings"

export function RecountNote({ recount }: Pick<Project, "recount">) {
  if (recount?.status !== "running") return null
  const { done, total } = recount
  return (
    <div role="status" className="mb-6 rounded-box border border-line bg-surface px-3.5 py-2.5">
      <AutoRefresh everySeconds={5} />
      <p>
        Earlier answers are being re-extracted with the new names:{" "}
        <span className="figures">
          {done.toLocaleString("en")} of {total.toLocaleString("en")}
        </span>
        . Until this finishes, metrics change scan by scan, starting with the latest.
      </p>
      <progress aria-label="Re-extracted answers" className="mt-1.5" value={done} max={total} />
    </div>
  )
}
