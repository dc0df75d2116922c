/** The filter by topic. It is left out if the project has no topics. */
import { FilterSelect } from "@/components/lists/filter-select"

/** `value`: the id of the chosen topic. */
type Props = { topics: { id: string; name: string }[]; value: string | undefined }

export const TopicFilter = ({ topics, value }: Props) =>
  topics.length > 0 && (
    <FilterSelect
      label="Topic"
      name="topic_id"
      all="any"
      choices={Object.fromEntries(topics.map(({ id, name }) => [id, name]))}
      value={value}
    />
  )
