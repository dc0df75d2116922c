/** The filters by engine and by topic of a project. A filter without a choice is left out. */
import { FilterSelect } from "@/components/lists/filter-select"
import { engineName } from "@/domain/ai-engines/engine-names"

/** A project with a single engine has none. `value`: the id of the chosen engine. */
export function EngineFilter({ engines, value }: { engines: string[]; value: string | undefined }) {
  if (engines.length < 2) return null
  const choices = Object.fromEntries(engines.map((id) => [id, engineName(id)]))
  return <FilterSelect label="Engine" name="engine" all="any" choices={choices} value={value} />
}

/** `value`: the id of the chosen topic. */
type TopicProps = { topics: { id: string; name: string }[]; value: string | undefined }

export const TopicFilter = ({ topics, value }: TopicProps) =>
  topics.length > 0 && (
    <FilterSelect
      label="Topic"
      name="topic_id"
      all="any"
      choices={Object.fromEntries(topics.map(({ id, name }) => [id, name]))}
      value={value}
    />
  )
