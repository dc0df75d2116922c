/** Validates and stores the sections of a report, with the same rules for every way of writing a report. */
import { z } from "zod"
import type { FieldError } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { problemOf } from "@/domain/kernel/validate"
import type { Prisma } from "@/prisma/client"
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
  const checked = sections.map((section, sectionIndex) => ({
    id: section.id,
    title: section.title,
    widgets: section.widgets.map((widget, widgetIndex) => {
      const { query, errors: widgetErrors } = checkWidget(widget, `/sections/${sectionIndex}/widgets/${widgetIndex}`)
      errors.push(...widgetErrors)
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

type Owner = { team_id: string; report_id: string }

/** Inserts the sections and their widgets. Their order gives their positions, which start at 1. */
export async function insertSections(
  tx: Prisma.TransactionClient,
  owner: Owner,
  sections: readonly CheckedSection[],
): Promise<void> {
  const withIds = sections.map((section) => ({ ...section, id: section.id ?? newId("section") }))
  await tx.reportSection.createMany({
    data: withIds.map(({ id, title }, index) => ({ ...owner, id, title, position: index + 1 })),
  })
  const widgetRows = withIds.flatMap(({ id: section_id, widgets }) =>
    widgets.map(({ id, kind, title, query, options }, index) => ({
      ...owner,
      id: id ?? newId("widget"),
      section_id,
      position: index + 1,
      kind,
      title,
      query: query as Prisma.InputJsonValue,
      options: options as Prisma.InputJsonValue,
    })),
  )
  await tx.reportWidget.createMany({ data: widgetRows })
}
