/** Lists the fields that an audit entry changed, with their old and new values. */

export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const previous = fieldsOf(before)
  const current = fieldsOf(after)
  const isUnchanged = (name: string) =>
    name in previous && name in current && valueText(previous[name]) === valueText(current[name])
  const allNames = new Set([...Object.keys(previous), ...Object.keys(current)])
  const names = [...allNames].filter((name) => !isUnchanged(name))
  return (
    <ul>
      {names.map((name) => (
        <li key={name} className="break-words">
          {fieldLabel(name)}:{" "}
          {name in previous && (name in current ? <del>{valueText(previous[name])}</del> : valueText(previous[name]))}{" "}
          {name in current && <span className="text-text">{valueText(current[name])}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The fields that have different values in the two states. Leaves out fields that only one state has. */
export function changedFields(before: unknown, after: unknown) {
  const previous = fieldsOf(before)
  const current = fieldsOf(after)
  return Object.keys(previous)
    .filter((name) => name in current && valueText(previous[name]) !== valueText(current[name]))
    .map((name) => ({ label: fieldLabel(name), from: valueText(previous[name]), to: valueText(current[name]) }))
}

const fieldsOf = (state: unknown) => (isObject(state) ? (state as Record<string, unknown>) : {})

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return "none"
  if (Array.isArray(value)) return value.map(valueText).join(value.some(isObject) ? "; " : ", ")
  if (isObject(value))
    return Object.entries(value)
      .map(([name, part]) => `${fieldLabel(name)} ${valueText(part)}`)
      .join(", ")
  return timePattern.test(String(value)) ? `${String(value).slice(0, 16).replace("T", " ")} UTC` : String(value)
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const timePattern = /^\d{4}-\d{2}-\d{2}T.*Z$/

/** `aiAnswersPerMonth` and `ai_answers_per_month` -> "ai answers per month" */
const fieldLabel = (name: string) =>
  name
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
