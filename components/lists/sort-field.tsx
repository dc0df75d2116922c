/**
 * The sort order as a field, for phones, where the rows are cards and the table has no headers. In a wide window the
 * field is hidden, but the form still submits it. So `choices` must contain every order of the headers. Otherwise the
 * order would be reset.
 */
import { FilterSelect } from "./filter-select"

type Props = { choices: Record<string, string>; value: string }

export const SortField = ({ choices, value }: Props) => (
  <div className="md:hidden">
    <FilterSelect label="Sort by" name="sort" choices={choices} value={value} />
  </div>
)
