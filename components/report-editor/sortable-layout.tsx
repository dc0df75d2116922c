/** Lets the user move the sections and widgets inside it, and shows the name of what is being dragged. */
"use client"

import { DndContext, type DragEndEvent, DragOverlay } from "@dnd-kit/core"
import { type ReactNode, useId, useState } from "react"
import { type EditedLayout, endOfSection, moveSection, moveWidget, slotAt } from "./layout-changes"
import {
  announcements,
  type DragData,
  detectDropTarget,
  dragDataOf,
  dragInstructions,
  useDragSensors,
} from "./use-drag"

type Props = {
  layout: EditedLayout
  onChange: (change: (layout: EditedLayout) => EditedLayout) => void
  children: ReactNode
}

export function SortableLayout({ layout, onChange, children }: Props) {
  const id = useId()
  const [dragged, setDragged] = useState<DragData | undefined>()
  function drop({ active, over }: DragEndEvent) {
    setDragged(undefined)
    const target = dragDataOf(over?.data)
    if (!over || !target || over.id === active.id) return
    const key = String(active.id)
    const overKey = String(over.id)
    if (target.type === "section") {
      onChange((current) => moveSection(current, key, overKey))
      return
    }
    const slot = target.type === "end" ? endOfSection(target.sectionKey) : slotAt(layout, key, overKey)
    if (slot) onChange((current) => moveWidget(current, key, slot))
  }
  return (
    <DndContext
      id={id}
      sensors={useDragSensors()}
      collisionDetection={detectDropTarget}
      accessibility={{ announcements, screenReaderInstructions: dragInstructions }}
      onDragStart={({ active }) => setDragged(dragDataOf(active.data))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(undefined)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <p className="w-fit max-w-72 truncate rounded-box border border-accent bg-surface px-3 py-1.5 font-strong shadow-float">
            {dragged.name}
          </p>
        )}
      </DragOverlay>
    </DndContext>
  )
}
