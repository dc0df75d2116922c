/**
 * Validates the widgets of a report when they are saved or previewed. Every error has a JSON pointer to the wrong
 * field, so an editor can show it there.
 */
import { z } from "zod"
import type { FieldError } from "@/domain/kernel/errors"
import { nestedErrors, validate } from "@/domain/kernel/validate"
import { queryErrors } from "@/domain/metrics/metric-query"
import { metricsChecks, metricsInput } from "@/domain/visibility/metrics-query"
import { findMarkdownError } from "../commentary/markdown"
import { type Widget, widgetKinds, widgetQueries, widgetQueryOf } from "../widget"

/** Limits of one report. */
export const maxSections = 50
export const maxWidgets = 100
const maxTextCharacters = 5_000
const maxOptionsCharacters = 20_000

const options = z
  .record(z.string().max(60), z.unknown())
  .refine((options) => JSON.stringify(options).length <= maxOptionsCharacters, {
    error: `is longer than ${maxOptionsCharacters} characters`,
  })

export const widgetInput = z.strictObject({
  kind: z.enum(widgetKinds),
  title: z.string().trim().max(200),
  query: z.record(z.string(), z.unknown()).default({}),
  options: options.default({}),
})
export type WidgetInput = z.output<typeof widgetInput>

/** The query of a widget with its defaults, and every error in the widget. `query` is null when it has errors. */
export type CheckedWidget = { query: Widget["query"] | null; errors: FieldError[] }

/** `pointer`: where the widget is in the request, for example `/sections/0/widgets/1`. */
export function checkWidget({ kind, query, options }: WidgetInput, pointer: string): CheckedWidget {
  const parsed = widgetQueries[kind].safeParse(query)
  const errors = parsed.success
    ? rulesOf(kind, parsed.data, `${pointer}/query`)
    : nestedErrors(widgetQueries[kind], query, `${pointer}/query`)
  if (kind === "text") errors.push(...textErrors(options["text"], `${pointer}/options/text`))
  return { query: parsed.success && errors.length === 0 ? parsed.data : null, errors }
}

/** Rules across several fields of a query. */
function rulesOf(kind: Widget["kind"], query: Widget["query"], pointer: string): FieldError[] {
  const metricQuery = widgetQueryOf(kind, query)
  if (metricQuery)
    return queryErrors(metricQuery.query).map(({ detail, parameter, fix }) => ({
      ...invalid(`${pointer}/${parameter}`, detail),
      ...(fix && { fix }),
    }))
  if (kind !== "ai_visibility") return []
  const validated = validate(metricsInput, query)
  return metricsChecks
    .flatMap((check) => check.fieldErrors(validated))
    .map(({ detail, parameter = "" }) => invalid(`${pointer}/${parameter}`, detail))
}

/** Text widgets have no links: commentary is the place for text with links to the client's domains. */
function textErrors(text: unknown, pointer: string): FieldError[] {
  if (text === undefined) return []
  if (typeof text !== "string") return [invalid(pointer, "The text must be a string.")]
  if (text.length > maxTextCharacters)
    return [invalid(pointer, `The text has more than ${maxTextCharacters.toLocaleString("en")} characters.`)]
  const error = findMarkdownError(text, [])
  return error ? [invalid(pointer, error)] : []
}

const invalid = (pointer: string, detail: string): FieldError => ({ pointer, code: "parameter_invalid", detail })
