/** Editor of a report: shows the report as readers see it, with controls to add, move, change and remove its parts. */
"use client"

import { DndContext, type DragEndEvent, DragOverlay, type UniqueIdentifier } from "@dnd-kit/core"
import { type ReactNode, useId, useState } from "react"
import type { Data } from "@/components/api/types"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { showToast } from "@/components/ui/toaster"
import { useModule } from "@/components/ui/use-module"
import { EditorBar } from "./editor-bar"
import type { EditorChoices } from "./editor-choices"
import { ConflictDialog, LeaveDialog } from "./editor-dialogs"
import {
  duplicateWidget,
  type EditedWidget,
  editedLayout,
  findWidget,
  insertSection,
  insertWidget,
  moveSection,
  moveWidget,
  newKey,
  removeSection,
  removeWidget,
  renameSection,
  replaceWidget,
  slotAt,
} from "./layout-changes"
import { SectionFrame } from "./section-frame"
import {
  announcements,
  type DragData,
  detectDropTarget,
  dragDataOf,
  dragInstructions,
  useDragSensors,
} from "./use-drag"
import { useLayout } from "./use-layout"
import { useLeaveGuard } from "./use-leave-guard"
import { useSaveLayout } from "./use-save-layout"
import { WidgetFrame } from "./widget-frame"
import { type DefaultChoices, newWidget } from "./widget-kinds"
import { type PreviewSettings, WidgetPreview } from "./widget-preview"

const loadWidgetDialog = () => import("./widget-dialog")

type Props = {
  report: Data<"reports", "get">
  /** The page that shows the report. */
  path: string
  choices: EditorChoices
  preview: PreviewSettings
  /** The widgets by their ids, as the page rendered them. */
  rendered: Record<string, ReactNode>
  /** The commentary of each section by its id, and of the whole report by "". It cannot be edited here. */
  commentary: Record<string, ReactNode>
}

/** The widget in the dialog. With `sectionKey`, it is new, and saving the dialog appends it to that section. */
type Opened = { widget: EditedWidget; sectionKey?: string }

export function ReportEditor({ report, path, choices, preview, rendered, commentary }: Props) {
  const editor = useLayout(editedLayout(report))
  const { layout, change } = editor
  const guard = useLeaveGuard(editor.isDirty)
  const [savedReport, setSavedReport] = useState(report)
  const [opened, setOpened] = useState<Opened | null>(null)
  const code = useModule(loadWidgetDialog, opened !== null, () => setOpened(null))
  const saving = useSaveLayout({
    report: savedReport,
    layout,
    onSaved: () => guard.leaveTo(path),
  })
  const defaults = defaultChoices(choices)
  async function loadSavedVersion() {
    const saved = await saving.loadSavedVersion()
    if (!saved) return
    setSavedReport(saved)
    editor.reset(editedLayout(saved))
  }
  function remove(widget: EditedWidget) {
    const found = findWidget(layout, widget.key)
    if (!found) return
    change((current) => removeWidget(current, widget.key))
    showToast(`Removed ${widget.title}`, {
      action: { label: "Undo", onClick: () => change((current) => insertWidget(current, found.slot, widget)) },
    })
  }
  return (
    <>
      <EditorBar
        {...{ path }}
        isDirty={editor.isDirty}
        isBusy={saving.isBusy}
        canUndo={editor.canUndo}
        onUndo={editor.undo}
        onSave={saving.save}
      />
      <div className="empty:hidden">
        <ProblemNote problem={saving.problem} />
      </div>
      {commentary[""] && <div className="mb-14">{commentary[""]}</div>}
      <Sortable layout={layout} onChange={change}>
        {layout.map((section) => (
          <SectionFrame
            key={section.key}
            section={section}
            commentary={commentary[section.key]}
            onRename={(title) => change((current) => renameSection(current, section.key, title), section.key)}
            onRemove={() => {
              change((current) => removeSection(current, section.key))
              showToast(`Removed the section ${section.title}`, {
                action: {
                  label: "Undo",
                  onClick: () => change((current) => insertSection(current, section, layout.indexOf(section))),
                },
              })
            }}
            onAdd={() => setOpened({ widget: newWidget("metric", defaults), sectionKey: section.key })}
          >
            {section.widgets.map((widget) => (
              <WidgetFrame
                key={widget.key}
                widget={widget}
                sectionKey={section.key}
                others={layout.filter((other) => other !== section)}
                onEdit={() => setOpened({ widget })}
                onDuplicate={() => change((current) => duplicateWidget(current, widget.key, newKey()))}
                onMove={(sectionKey) =>
                  change((current) => moveWidget(current, widget.key, { sectionKey, index: Number.MAX_SAFE_INTEGER }))
                }
                onRemove={() => remove(widget)}
              >
                <WidgetPreview
                  reportId={report.id}
                  widget={widget}
                  rendered={isUnchanged(report, widget) ? rendered[widget.id ?? ""] : undefined}
                  {...preview}
                />
              </WidgetFrame>
            ))}
          </SectionFrame>
        ))}
      </Sortable>
      <Button
        className="mt-10"
        onClick={() =>
          change((current) => insertSection(current, { key: newKey(), title: "New section", widgets: [] }))
        }
      >
        Add section
      </Button>
      {opened && code && (
        <code.WidgetDialog
          widget={opened.widget}
          isNew={opened.sectionKey !== undefined}
          {...{ choices, defaults, preview }}
          onClose={() => setOpened(null)}
          onDone={(widget) => {
            const { sectionKey } = opened
            change((current) =>
              sectionKey
                ? insertWidget(current, { sectionKey, index: Number.MAX_SAFE_INTEGER }, widget)
                : replaceWidget(current, widget),
            )
            setOpened(null)
          }}
        />
      )}
      <LeaveDialog isOpen={guard.destination !== null} onStay={guard.stay} onLeave={guard.leave} />
      <ConflictDialog
        problem={saving.conflict}
        isBusy={saving.isBusy}
        onClose={saving.closeConflict}
        onOverwrite={saving.overwrite}
        onLoadSaved={loadSavedVersion}
      />
    </>
  )
}

type SortableProps = {
  layout: ReturnType<typeof useLayout>["layout"]
  onChange: ReturnType<typeof useLayout>["change"]
  children: ReactNode
}

/** Lets sections and widgets be moved, and shows the name of what is moving. */
function Sortable({ layout, onChange, children }: SortableProps) {
  const id = useId()
  const [dragged, setDragged] = useState<DragData | undefined>()
  function drop({ active, over }: DragEndEvent) {
    setDragged(undefined)
    const target = dragDataOf(over?.data)
    if (!over || !target || over.id === active.id) return
    const [key, overKey] = [String(active.id), String(over.id)]
    if (target.type === "section") onChange((current) => moveSection(current, key, overKey))
    else {
      const end = { sectionKey: target.sectionKey, index: Number.MAX_SAFE_INTEGER }
      const slot = target.type === "end" ? end : slotAt(layout, key, overKey)
      if (slot) onChange((current) => moveWidget(current, key, slot))
    }
  }
  const names = new Map(
    layout.flatMap(({ key, title, widgets }) => [
      [key, title] as const,
      [`end ${key}`, `the end of ${title}`] as const,
      ...widgets.map((widget) => [widget.key, widget.title] as const),
    ]),
  )
  const nameOf = (id: UniqueIdentifier) => names.get(String(id)) || "an untitled section"
  return (
    <DndContext
      id={id}
      sensors={useDragSensors()}
      collisionDetection={detectDropTarget}
      accessibility={{ announcements: announcements(nameOf), screenReaderInstructions: dragInstructions }}
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

/** True for a widget of the report as the page loaded it. */
function isUnchanged(report: Props["report"], widget: EditedWidget) {
  const before = report.sections.flatMap(({ widgets }) => widgets).find(({ id }) => id === widget.id)
  const contentOf = ({ kind, title, query, options }: Pick<EditedWidget, "kind" | "title" | "query" | "options">) =>
    JSON.stringify([kind, title, query, options])
  return before !== undefined && contentOf(before) === contentOf(widget)
}

const defaultChoices = ({ metrics, dimensions, projects, goals }: EditorChoices): DefaultChoices => ({
  metric: metrics.find(({ id }) => id === "sessions")?.id ?? metrics[0]?.id ?? "",
  dimension: dimensions.find(({ id }) => id === "channel")?.id ?? dimensions[0]?.id ?? "",
  project: projects[0]?.id,
  goal: goals[0]?.id,
})
