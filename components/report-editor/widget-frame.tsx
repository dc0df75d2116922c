/** A widget in the editor: the same as in the report, with a handle to move it and a menu. */
"use client"

import { useDraggable, useDroppable } from "@dnd-kit/core"
import { DragHandleDots2Icon } from "@radix-ui/react-icons"
import type { ReactNode } from "react"
import { TitleDetail } from "@/components/reports/title-detail"
import { widgetClass } from "@/components/reports/widget-grid"
import { Button } from "@/components/ui/button"
import { MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu"
import { MoreMenu } from "@/components/ui/more-menu"
import type { EditedSection, EditedWidget } from "./layout-changes"
import { type DragData, handleClass } from "./use-drag"
import { isSmallWidget } from "./widget-kinds"

/** The frame is drawn outside the widget, so that the widget has the same size and position as in the report. */
const frameClass =
  "relative before:pointer-events-none before:absolute before:-inset-2 before:rounded-box before:border"

type Props = {
  widget: EditedWidget
  sectionKey: string
  /** The other sections, to which the widget can be moved. */
  others: Pick<EditedSection, "key" | "title">[]
  /** What stands beside the title, such as the unit. */
  titleDetail: string
  onEdit: () => void
  onDuplicate: () => void
  onMove: (sectionKey: string) => void
  onRemove: () => void
  children: ReactNode
}

export function WidgetFrame({ widget, sectionKey, others, titleDetail, children, ...actions }: Props) {
  const { onEdit, onDuplicate, onMove, onRemove } = actions
  const data: DragData = { type: "widget", name: widget.title, sectionKey }
  const { setNodeRef: setTarget, isOver, active } = useDroppable({ id: widget.key, data })
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id: widget.key, data })
  const isTarget = isOver && active?.id !== widget.key
  return (
    <article
      ref={(node) => {
        setNodeRef(node)
        setTarget(node)
      }}
      aria-label={widget.title}
      className={`${widgetClass(isSmallWidget(widget))} ${frameClass} ${isTarget ? "before:border-accent" : "before:border-transparent hover:before:border-line focus-within:before:border-line"} ${isDragging ? "opacity-40" : ""}`}
    >
      <div className="mb-2 flex items-start gap-1">
        <Button
          ref={setActivatorNodeRef}
          kind="quiet"
          size="icon"
          className={`${handleClass} -top-0.5 max-sm:right-8`}
          {...attributes}
          {...listeners}
          aria-label={`Move ${widget.title}`}
        >
          <DragHandleDots2Icon aria-hidden className="size-4" />
        </Button>
        <div className="min-w-0 flex-1 break-words max-sm:pr-6">
          <h3 className="inline font-strong">{widget.title}</h3> <TitleDetail text={titleDetail} />
        </div>
        <MoreMenu className="-my-1.5" label={`Actions of ${widget.title}`}>
          <MenuItem onSelect={onEdit}>Edit widget</MenuItem>
          <MenuItem onSelect={onDuplicate}>Duplicate</MenuItem>
          {others.length > 0 && (
            <>
              <MenuSeparator />
              <MenuLabel>Move to section</MenuLabel>
              {others.map(({ key, title }) => (
                <MenuItem key={key} onSelect={() => onMove(key)}>
                  {title || "Untitled section"}
                </MenuItem>
              ))}
            </>
          )}
          <MenuSeparator />
          <MenuItem onSelect={onRemove}>Remove</MenuItem>
        </MoreMenu>
      </div>
      {children}
    </article>
  )
}
