/** The filter for one of a project's engines. A project with a single engine has none. */
import { FilterSelect } from "@/components/lists/filter-select"
import { engineName } from "@/domain/ai-engines/engine-names"

export function EngineFilter({ engines, value }: { engines: string[]; value: string | undefined }) {
  if (engines.length < 2) return null
  const choices = Object.fromEntries(engines.map((id) => [id, engineName(id)]))
  return <FilterSelect label="Engine" name="engine" all="any" choices={choices} value={value} />
}
