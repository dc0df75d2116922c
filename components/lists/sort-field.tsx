/**
 * The sort order as a field, for phones, where the rows are cards and the table has no headers. In a wide window it is
 * hidden, and keeps the order when a filter changes, so it must have every order of the headers.
 */
import { FilterSelect } from "./filter-select"

type Props = { choices: Record<string, string>; value: string }

export const SortField = ({ choices, value }: Props) => (
  <div className="md:hidden">
    <FilterSelect label="Sort by" name="sort" choices={choices} value={value} />
  </div>
)
