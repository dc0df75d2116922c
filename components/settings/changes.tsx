/** Lists the fields that an audit entry changed, with their old and new values. */

export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (name) => !(name in old && name in fresh && text(old[name]) === text(fresh[name])),
  )
  return (
    <ul>
      {names.map((name) => (
        <li key={name} className="break-words">
          {fieldLabel(name)}:{" "}
          {name in old && <span className={name in fresh ? "line-through" : ""}>{text(old[name])}</span>}{" "}
          {name in fresh && <span className="text-text">{text(fresh[name])}</span>}
        </li>
      ))}
    </ul>
  )
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
