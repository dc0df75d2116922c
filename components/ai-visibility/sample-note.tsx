/** A note that says that answers are invented, on pages that show or count answers of the sample engine. */
import { CautionNote } from "@/components/forms/problem-note"
import { isSampleEngine, isSampleTeamEngine } from "@/domain/ai-engines/kinds"

type Props = {
  /** The engines of the answers that the page shows or counts. */
  engines: string[]
  /** True when the page has a filter by engine. */
  hasFilter?: boolean
}

export function SampleNote({ engines, hasFilter = false }: Props) {
  // The frame of a sample team says on every page that all its data is invented.
  if (!engines.some(isSampleEngine) || engines.every(isSampleTeamEngine)) return null
  return (
    <CautionNote className="mb-6 text-table">
      {engines.every(isSampleEngine)
        ? "All answers here come from the sample engine, which invents its answers. The numbers have no real meaning."
        : `Some answers here come from the sample engine, which invents its answers.${hasFilter ? " To exclude them, choose another engine." : ""}`}
    </CautionNote>
  )
}
