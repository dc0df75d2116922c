/** Changes the sections and widgets of a report in the editor. Every function returns a new layout. */
import type { Data } from "@/components/api/types"

type StoredLayout = Data<"reports", "get">
type StoredWidget = StoredLayout["sections"][number]["widgets"][number]

/** `key` identifies a widget or section in the page. New ones have no `id` until they are saved. */
export type EditedWidget = Pick<StoredWidget, "kind" | "title" | "query" | "options"> & { key: string; id?: string }
export type EditedSection = { key: string; id?: string; title: string; widgets: EditedWidget[] }
export type EditedLayout = EditedSection[]

/** A position between widgets: the widget goes before the one that has this index now. */
export type Slot = { sectionKey: string; index: number }

/** The position after the last widget of a section. */
export const endOfSection = (sectionKey: string): Slot => ({ sectionKey, index: Number.MAX_SAFE_INTEGER })

export const newKey = () => crypto.randomUUID()

export const editedLayout = ({ sections }: Pick<StoredLayout, "sections">): EditedLayout =>
  sections.map(({ id, title, widgets }) => ({
    key: id,
    id,
    title,
    widgets: widgets.map(({ id, kind, title, query, options }) => ({ key: id, id, kind, title, query, options })),
  }))

/** Converts the layout to the input of `reports.updateLayout`. */
export const layoutInput = (layout: EditedLayout) =>
  layout.map(({ key, widgets, ...section }) => ({
    ...section,
    widgets: widgets.map(({ key, ...widget }) => widget),
  }))

export const isSameLayout = (a: EditedLayout, b: EditedLayout) =>
  JSON.stringify(layoutInput(a)) === JSON.stringify(layoutInput(b))

export const insertSection = (layout: EditedLayout, section: EditedSection, index = layout.length): EditedLayout =>
  layout.toSpliced(index, 0, section)

export const renameSection = (layout: EditedLayout, key: string, title: string): EditedLayout =>
  layout.map((section) => (section.key === key ? { ...section, title } : section))

export const removeSection = (layout: EditedLayout, key: string): EditedLayout =>
  layout.filter((section) => section.key !== key)

/** Moves a section to the position of another one. */
export function moveSection(layout: EditedLayout, key: string, toKey: string): EditedLayout {
  const from = layout.findIndex((section) => section.key === key)
  const to = layout.findIndex((section) => section.key === toKey)
  const moved = layout[from]
  if (!moved || to === -1) return layout
  return layout.toSpliced(from, 1).toSpliced(to, 0, moved)
}

export const insertWidget = (layout: EditedLayout, { sectionKey, index }: Slot, widget: EditedWidget): EditedLayout =>
  layout.map((section) =>
    section.key === sectionKey ? { ...section, widgets: section.widgets.toSpliced(index, 0, widget) } : section,
  )

export const replaceWidget = (layout: EditedLayout, widget: EditedWidget): EditedLayout =>
  layout.map((section) => ({
    ...section,
    widgets: section.widgets.map((current) => (current.key === widget.key ? widget : current)),
  }))

export const removeWidget = (layout: EditedLayout, key: string): EditedLayout =>
  layout.map((section) => ({ ...section, widgets: section.widgets.filter((widget) => widget.key !== key) }))

/** Inserts a copy after the widget. */
export function duplicateWidget(layout: EditedLayout, key: string, copyKey: string): EditedLayout {
  const found = findWidget(layout, key)
  if (!found) return layout
  const { id, ...widget } = found.widget
  return insertWidget(layout, { ...found.slot, index: found.slot.index + 1 }, { ...widget, key: copyKey })
}

/** Moves a widget to a slot, which may be in another section. */
export function moveWidget(layout: EditedLayout, key: string, slot: Slot): EditedLayout {
  const found = findWidget(layout, key)
  if (!found) return layout
  const movesDown = found.slot.sectionKey === slot.sectionKey && found.slot.index < slot.index
  // Without the widget, the positions below its old one are lower by one.
  const index = movesDown ? slot.index - 1 : slot.index
  return insertWidget(removeWidget(layout, key), { ...slot, index }, found.widget)
}

export function findWidget(layout: EditedLayout, key: string): { widget: EditedWidget; slot: Slot } | undefined {
  for (const { key: sectionKey, widgets } of layout) {
    const index = widgets.findIndex((widget) => widget.key === key)
    const widget = widgets[index]
    if (widget) return { widget, slot: { sectionKey, index } }
  }
  return undefined
}

/**
 * The slot for a widget that is dropped on another one. In the same section, the slot is after the other widget when
 * the dropped one moves down, and before it when it moves up. In another section, the slot is before the other widget.
 */
export function slotAt(layout: EditedLayout, key: string, overKey: string): Slot | undefined {
  const moved = findWidget(layout, key)?.slot
  const over = findWidget(layout, overKey)?.slot
  if (!moved || !over) return undefined
  const movesDown = moved.sectionKey === over.sectionKey && moved.index < over.index
  return movesDown ? { ...over, index: over.index + 1 } : over
}

/** Removes the ids that are no longer stored. These sections and widgets are saved as new ones. */
export function withKnownIds(layout: EditedLayout, { sections }: Pick<StoredLayout, "sections">): EditedLayout {
  const storedIds = new Set(sections.flatMap(({ id, widgets }) => [id, ...widgets.map((widget) => widget.id)]))
  const hasStoredId = ({ id }: { id?: string }) => id !== undefined && storedIds.has(id)
  const withoutId = <T extends { id?: string }>({ id, ...rest }: T) => rest as T
  return layout.map((section) => ({
    ...(hasStoredId(section) ? section : withoutId(section)),
    widgets: section.widgets.map((widget) => (hasStoredId(widget) ? widget : withoutId(widget))),
  }))
}
