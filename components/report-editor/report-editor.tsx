/** Editor of a report: shows the report as readers see it, with controls to add, move, change and remove its parts. */
"use client"

import { type ReactNode, useState } from "react"
import type { Data } from "@/components/api/types"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { showUndoToast } from "@/components/ui/undo-toast"
import { useModule } from "@/components/ui/use-module"
import { EditorBar } from "./editor-bar"
import type { EditorChoices } from "./editor-choices"
import { ConflictDialog, LeaveDialog } from "./editor-dialogs"
import {
  duplicateWidget,
  type EditedSection,
  type EditedWidget,
  editedLayout,
  endOfSection,
  findWidget,
  insertSection,
  insertWidget,
  moveWidget,
  newKey,
  removeSection,
  removeWidget,
  renameSection,
  replaceWidget,
} from "./layout-changes"
import { SectionFrame } from "./section-frame"
import { SortableLayout } from "./sortable-layout"
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
  /** The head of the report, as on its page. */
  head: ReactNode
  /** What the report shows above the commentary. */
  opening: ReactNode
  preview: PreviewSettings
  /** The widgets by their ids, as the page rendered them, with what stands beside their titles. */
  rendered: Record<string, { titleDetail: string; content: ReactNode }>
  /** The commentary of each section by its id, and of the whole report by "". It cannot be edited here. */
  commentary: Record<string, ReactNode>
}

/** The widget in the dialog. With `sectionKey`, it is new, and saving the dialog appends it to that section. */
type Opened = { widget: EditedWidget; sectionKey?: string }

export function ReportEditor({ report, path, choices, head, opening, preview, rendered, commentary }: Props) {
  const editor = useLayout(editedLayout(report))
  const { layout, change } = editor
  const guard = useLeaveGuard(editor.isDirty, path)
  const [savedReport, setSavedReport] = useState(report)
  const [opened, setOpened] = useState<Opened | null>(null)
  const code = useModule(loadWidgetDialog, opened !== null, () => setOpened(null))
  const saving = useSaveLayout({ report: savedReport, layout, onSaved: () => guard.leaveTo(path) })
  const defaults = defaultChoices(choices)

  async function loadSavedVersion() {
    const saved = await saving.loadSavedVersion()
    if (!saved) return
    setSavedReport(saved)
    editor.reset(editedLayout(saved))
  }

  function addSection() {
    change((current) => insertSection(current, { key: newKey(), title: "New section", widgets: [] }))
  }

  function removeSectionWithUndo(section: EditedSection) {
    const index = layout.indexOf(section)
    change((current) => removeSection(current, section.key))
    showUndoToast(`Removed the section ${section.title || "without a title"}`, () =>
      change((current) => insertSection(current, section, index)),
    )
  }

  function removeWidgetWithUndo(widget: EditedWidget) {
    const found = findWidget(layout, widget.key)
    if (!found) return
    change((current) => removeWidget(current, widget.key))
    showUndoToast(`Removed ${widget.title}`, () => change((current) => insertWidget(current, found.slot, widget)))
  }

  function applyDialog({ sectionKey }: Opened, widget: EditedWidget) {
    change((current) =>
      sectionKey ? insertWidget(current, endOfSection(sectionKey), widget) : replaceWidget(current, widget),
    )
    setOpened(null)
  }

  const renderWidget = (widget: EditedWidget, section: EditedSection) => {
    const unchanged = isUnchanged(report, widget) ? rendered[widget.id ?? ""] : undefined
    return (
      <WidgetFrame
        key={widget.key}
        widget={widget}
        sectionKey={section.key}
        others={layout.filter((other) => other !== section)}
        titleDetail={unchanged?.titleDetail ?? ""}
        onEdit={() => setOpened({ widget })}
        onDuplicate={() => change((current) => duplicateWidget(current, widget.key, newKey()))}
        onMove={(sectionKey) => change((current) => moveWidget(current, widget.key, endOfSection(sectionKey)))}
        onRemove={() => removeWidgetWithUndo(widget)}
      >
        <WidgetPreview reportId={report.id} widget={widget} rendered={unchanged?.content} {...preview} />
      </WidgetFrame>
    )
  }

  return (
    <>
      <EditorBar
        path={path}
        isDirty={editor.isDirty}
        isBusy={saving.isBusy}
        canUndo={editor.canUndo}
        onUndo={editor.undo}
        onSave={saving.save}
      />
      {head}
      <div className="mb-6 empty:hidden">
        <ProblemNote problem={saving.problem} />
      </div>
      {opening}
      {commentary[""] ? (
        <div className="mb-14">{commentary[""]}</div>
      ) : (
        // As high as the buttons of the report's page (components/reports/commentary.tsx).
        <p className="-mt-4 mb-11 flex h-7 items-center text-quiet text-table">
          No commentary yet. You can add it on the report's page.
        </p>
      )}
      <SortableLayout layout={layout} onChange={change}>
        {layout.map((section) => (
          <SectionFrame
            key={section.key}
            section={section}
            commentary={commentary[section.key]}
            onRename={(title) => change((current) => renameSection(current, section.key, title), section.key)}
            onRemove={() => removeSectionWithUndo(section)}
            onAdd={() => setOpened({ widget: newWidget("metric", defaults), sectionKey: section.key })}
          >
            {section.widgets.map((widget) => renderWidget(widget, section))}
          </SectionFrame>
        ))}
      </SortableLayout>
      <Button className="mt-16" onClick={addSection}>
        Add section
      </Button>
      {opened && code && (
        <code.WidgetDialog
          widget={opened.widget}
          isNew={opened.sectionKey !== undefined}
          choices={choices}
          defaults={defaults}
          preview={preview}
          onClose={() => setOpened(null)}
          onDone={(widget) => applyDialog(opened, widget)}
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
