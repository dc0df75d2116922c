/** Inserts the sections and widgets of a report. Their order gives their positions, which start at 1. */
import { newId } from "@/domain/kernel/ids"
import type { Prisma } from "@/prisma/client"
import type { CheckedSection } from "./sections"

type Owner = { team_id: string; report_id: string }

export async function insertSections(
  tx: Prisma.TransactionClient,
  owner: Owner,
  sections: readonly CheckedSection[],
): Promise<void> {
  const placed = sections.map(({ title, widgets, ...section }, s) => ({
    section: { ...owner, id: section.id ?? newId("section"), title, position: s + 1 },
    widgets,
  }))
  await tx.reportSection.createMany({ data: placed.map(({ section }) => section) })
  await tx.reportWidget.createMany({
    data: placed.flatMap(({ section, widgets }) =>
      widgets.map(({ id, kind, title, query, options }, w) => ({
        ...owner,
        id: id ?? newId("widget"),
        section_id: section.id,
        position: w + 1,
        kind,
        title,
        query: query as Prisma.InputJsonValue,
        options: options as Prisma.InputJsonValue,
      })),
    ),
  })
}
