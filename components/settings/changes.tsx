/** Lists the fields that an audit entry changed, with their old and new values. */
import { Fragment } from "react"
import { capitalize } from "@/components/letter-case"

export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const previous = fieldsOf(before)
  const current = fieldsOf(after)
  const isUnchanged = (name: string) =>
    name in previous && name in current && valueText(previous[name]) === valueText(current[name])
  const allNames = new Set([...Object.keys(previous), ...Object.keys(current)])
  /** True for a field without a value in the only state that has it, as after a creation. */
  const isEmpty = (name: string) =>
    !(name in previous && name in current) && valueText(current[name] ?? previous[name]) === none
  const names = [...allNames].filter((name) => !isUnchanged(name) && !isEmpty(name))
  return (
    <dl className="grid gap-x-6 sm:grid-cols-[max-content_1fr]">
      {names.map((name) => (
        <Fragment key={name}>
          <dt>{capitalize(fieldLabel(name))}</dt>
          <dd className="break-words text-text">
            {name in previous && name in current && (
              <del className="mr-1.5 text-quiet">{valueText(previous[name])}</del>
            )}
            {valueText(name in current ? current[name] : previous[name])}
          </dd>
        </Fragment>
      ))}
    </dl>
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

const none = "none"

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return none
  if (Array.isArray(value)) return value.map(valueText).join(value.some(isObject) ? "; " : ", ")
  if (isObject(value))
    return Object.entries(value)
      .map(([name, part]) => `${fieldLabel(name)} ${valueText(part)}`)
      .join(", ")
  return timePattern.test(String(value)) ? `${String(value).slice(0, 16).replace("T", " ")} UTC` : String(value)
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const timePattern = /^\d{4}-\d{2}-\d{2}T.*Z$/

/** `aiAnswersPerMonth` and `ai_answers_per_month` -> "AI answers per month" */
const fieldLabel = (name: string) =>
  name
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/\b(ai|api|id|ip|mcp|url)\b/g, (acronym) => acronym.toUpperCase())
