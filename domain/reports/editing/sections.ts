/** Validates the sections of a report as a whole, with the same rules for every way of writing a report. */
import { z } from "zod"
import type { FieldError } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { problemOf } from "@/domain/kernel/validate"
import type { Widget } from "../widget"
import { checkWidget, maxSections, maxWidgets, widgetInput } from "./widget-input"

/** Without `id`, a section or widget is new. */
export const sectionsInput = z
  .array(
    z.strictObject({
      id: id("section").optional(),
      title: z.string().trim().max(200),
      widgets: z.array(widgetInput.extend({ id: id("widget").optional() })).max(maxWidgets),
    }),
  )
  .max(maxSections)
export type SectionsInput = z.output<typeof sectionsInput>

export type CheckedSection = {
  id: string | undefined
  title: string
  widgets: (Omit<Widget, "id" | "position"> & { id: string | undefined })[]
}

/** Returns the sections with the defaults of every query. Throws one Problem with every error. */
export function checkSections(sections: SectionsInput): CheckedSection[] {
  const errors: FieldError[] = []
  const checked = sections.map((section, s) => ({
    id: section.id,
    title: section.title,
    widgets: section.widgets.map((widget, w) => {
      const { query, errors: found } = checkWidget(widget, `/sections/${s}/widgets/${w}`)
      errors.push(...found)
      const { id, kind, title, options } = widget
      return { id, kind, title, options, query: query ?? {} }
    }),
  }))
  if (sections.flatMap(({ widgets }) => widgets).length > maxWidgets)
    errors.push({
      pointer: "/sections",
      code: "parameter_invalid",
      detail: `A report can have at most ${maxWidgets} widgets.`,
      fix: "Remove widgets, or use a second report.",
    })
  if (errors.length > 0) throw problemOf(errors)
  return checked
}
