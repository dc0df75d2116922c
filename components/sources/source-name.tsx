/**
 * The name of a data source. Only screen readers get the suffix of sample data, because a tag beside the team's name
 * says it on every page.
 */
import type { Source } from "./source-labels"

const sampleSuffix = " (sample)"

export function SourceName({ display_name, is_connected }: Pick<Source, "display_name" | "is_connected">) {
  if (is_connected || !display_name.endsWith(sampleSuffix)) return display_name
  return (
    <>
      {display_name.slice(0, -sampleSuffix.length)}
      <span className="sr-only">{sampleSuffix}</span>
    </>
  )
}
