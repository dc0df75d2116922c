/** Lists the fields that an audit entry changed, with their old and new values. */

export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [previous, current] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(previous), ...Object.keys(current)])].filter(
    (name) => !(name in previous && name in current && text(previous[name]) === text(current[name])),
  )
  return (
    <ul>
      {names.map((name) => (
        <li key={name} className="break-words">
          {fieldLabel(name)}:{" "}
          {name in previous && (name in current ? <del>{text(previous[name])}</del> : text(previous[name]))}{" "}
          {name in current && <span className="text-text">{text(current[name])}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The fields that stand in both states with different values. */
export function changedFields(before: unknown, after: unknown) {
  const [previous, current] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys(previous)
    .filter((name) => name in current && text(previous[name]) !== text(current[name]))
    .map((name) => ({ label: fieldLabel(name), from: text(previous[name]), to: text(current[name]) }))
}

const fieldsOf = (state: unknown) => (state && typeof state === "object" ? (state as Record<string, unknown>) : {})

function text(value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return "none"
  if (Array.isArray(value)) return value.join(", ")
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${fieldLabel(name)} ${text(part)}`)
      .join(", ")
  return isMoment.test(String(value)) ? `${String(value).slice(0, 16).replace("T", " ")} UTC` : String(value)
}

const isMoment = /^\d{4}-\d{2}-\d{2}T.*Z$/

/** `aiAnswersPerMonth` and `ai_answers_per_month` -> "ai answers per month" */
const fieldLabel = (name: string) =>
  name
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
