/** A section in the editor: its title in place, a handle to move it, its widgets, and a button that adds one. */
"use client"

import { useDraggable, useDroppable } from "@dnd-kit/core"
import { DragHandleDots2Icon, TrashIcon } from "@radix-ui/react-icons"
import type { ReactNode } from "react"
import { widgetGrid } from "@/components/reports/widget-grid"
import { Button } from "@/components/ui/button"
import { useEarlyInput } from "@/components/ui/use-early-input"
import type { EditedSection } from "./layout-changes"
import { type DragData, handleClass } from "./use-drag"
import { isSmallWidget } from "./widget-kinds"

type Props = {
  section: EditedSection
  onRename: (title: string) => void
  onRemove: () => void
  onAdd: () => void
  /** The commentary of the section. It cannot be edited here. */
  commentary: ReactNode
  children: ReactNode
}

export function SectionFrame({
  section: { key, title, widgets },
  onRename,
  onRemove,
  onAdd,
  commentary,
  children,
}: Props) {
  const titleField = useEarlyInput<HTMLInputElement>(({ value }) => onRename(value))
  const name = title || "Untitled section"
  const data: DragData = { type: "section", name, sectionKey: key }
  const { setNodeRef: setTarget, isOver, active } = useDroppable({ id: key, data })
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id: key, data })
  return (
    <section
      ref={(node) => {
        setNodeRef(node)
        setTarget(node)
      }}
      aria-label={name}
      className={`relative mt-14 rounded-box first-of-type:mt-0 ${isOver && active?.id !== key ? "outline-2 outline-accent outline-offset-12" : ""} ${isDragging ? "opacity-40" : ""}`}
    >
      <h2 className="sr-only">{name}</h2>
      <div className="mb-5 flex items-center gap-1 border-line border-b pb-2">
        <Button
          ref={setActivatorNodeRef}
          kind="quiet"
          size="icon"
          className={`${handleClass} top-[3px] max-sm:right-8`}
          {...attributes}
          {...listeners}
          aria-label={`Move section ${name}`}
        >
          <DragHandleDots2Icon aria-hidden className="size-4" />
        </Button>
        <input
          ref={titleField}
          aria-label="Section title"
          value={title}
          maxLength={200}
          placeholder="Section title"
          autoComplete="off"
          onChange={({ target }) => onRename(target.value)}
          className="-my-px -ml-1.5 min-w-0 flex-1 rounded-box border border-transparent bg-transparent px-[5px] font-strong max-sm:mr-7 text-title placeholder:text-quiet hover:border-edge focus:border-edge focus:bg-surface"
        />
        <Button kind="quiet" size="icon" className="-my-px" aria-label={`Remove section ${name}`} onClick={onRemove}>
          <TrashIcon aria-hidden className="size-4" />
        </Button>
      </div>
      {commentary && <div className="mb-10">{commentary}</div>}
      <div className={widgetGrid(widgets.filter(isSmallWidget).length)}>{children}</div>
      <EndOfSection sectionKey={key} name={name} isEmpty={widgets.length === 0} onAdd={onAdd} />
    </section>
  )
}

type EndProps = { sectionKey: string; name: string; isEmpty: boolean; onAdd: () => void }

/** The area after the last widget. A widget can be dropped here, and a button adds a new one. */
function EndOfSection({ sectionKey, name, isEmpty, onAdd }: EndProps) {
  const data: DragData = { type: "end", name: `the end of ${name}`, sectionKey }
  const { setNodeRef, isOver, active } = useDroppable({ id: `end ${sectionKey}`, data })
  const isOutlined = isEmpty || active !== null
  const restingBorder = isOutlined ? "border-edge" : "border-transparent"
  return (
    <div
      ref={setNodeRef}
      // It stands in the space before the next section, so that the sections stay where the report shows them.
      className={`-mx-2 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-box border border-dashed ${isEmpty ? "" : "-mb-[42px]"} ${isOver ? "border-accent" : restingBorder}`}
    >
      <Button kind="quiet" size="small" className="px-[7px]" aria-label={`Add widget to ${name}`} onClick={onAdd}>
        Add widget
      </Button>
      {isEmpty && <p className="text-quiet text-table">This section has no widgets. Add one, or drag one here.</p>}
    </div>
  )
}
