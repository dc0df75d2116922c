/**
 * The sort order as a field, for phones, where the rows are cards and the table has no headers. In a wide window the
 * field is hidden, but the form still submits it. So `choices` must contain every order of the headers. Otherwise the
 * order would be reset.
 */
import { FilterSelect } from "./filter-select"

/** `name`: the URL parameter of the order, on a page with several lists. */
type Props = { choices: Record<string, string>; value: string; name?: string }

export const SortField = ({ choices, value, name = "sort" }: Props) => (
  <div className="md:hidden">
    <FilterSelect label="Sort by" name={name} choices={choices} value={value} />
  </div>
)
