/** Dialog that adds or changes a widget, with a live preview. */
"use client"

import { type FormEvent, useId, useState } from "react"
import { Field } from "@/components/forms/field"
import { Button } from "@/components/ui/button"
import { Dialog, DialogActions, DialogClose, DialogContent } from "@/components/ui/dialog"
import { Input, Options, Select } from "@/components/ui/input"
import type { EditorChoices } from "./editor-choices"
import type { EditedWidget } from "./layout-changes"
import { suggestedTitle } from "./suggested-title"
import { WidgetFields } from "./widget-fields"
import { type DefaultChoices, kindHints, kindNames, queryForKind, type WidgetKind } from "./widget-kinds"
import { type PreviewSettings, WidgetPreview } from "./widget-preview"

type Props = {
  /** The widget as it is now. A new one has defaults. */
  widget: EditedWidget
  isNew: boolean
  choices: EditorChoices
  defaults: DefaultChoices
  preview: PreviewSettings
  onDone: (widget: EditedWidget) => void
  onClose: () => void
}

export function WidgetDialog({ widget: initial, isNew, choices, defaults, preview, onDone, onClose }: Props) {
  const [widget, setWidget] = useState(initial)
  const previewId = useId()
  const missingId = useId()
  const title = widget.title.trim() || suggestedTitle(widget, choices)
  const missing = missingSetting(widget)
  function changeKind(kind: WidgetKind) {
    const options = kind === "text" ? { text: "" } : {}
    setWidget({ ...widget, kind, query: queryForKind(kind, widget.query, defaults), options })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    // The dialog is inside the editor's React tree, so its submit event would bubble into outer forms.
    event.stopPropagation()
    onDone({ ...widget, title })
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={isNew ? "Add widget" : "Edit widget"} className="max-w-5xl">
        <form method="post" className="flex flex-col gap-6" onSubmit={submit}>
          <div className="grid gap-8 lg:grid-cols-[300px_minmax(0,1fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <Field label="Kind" name="kind" hint={kindHints[widget.kind]}>
                <Select value={widget.kind} onChange={({ target }) => changeKind(target.value as WidgetKind)}>
                  <Options names={kindNames} />
                </Select>
              </Field>
              <Field label="Title" name="title">
                <Input
                  maxLength={200}
                  autoComplete="off"
                  placeholder={suggestedTitle(widget, choices)}
                  value={widget.title}
                  onChange={({ target }) => setWidget({ ...widget, title: target.value })}
                />
              </Field>
              <WidgetFields widget={widget} choices={choices} onChange={setWidget} />
            </div>
            <section aria-labelledby={previewId} className="min-w-0 self-start lg:sticky lg:top-0">
              <h3 id={previewId} className="mb-3 text-quiet text-small">
                Preview
              </h3>
              <div className="rounded-box border border-line bg-ground p-4">
                <p className="mb-2 font-strong">{title}</p>
                {missing ? (
                  <p id={missingId} className="text-quiet">
                    {missing}
                  </p>
                ) : (
                  <WidgetPreview reportId={choices.reportId} widget={{ ...widget, title }} {...preview} />
                )}
              </div>
            </section>
          </div>
          <DialogActions>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" kind="primary" disabled={missing !== null} aria-describedby={missingId}>
              {isNew ? "Add widget" : "Apply"}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** Says which setting is missing, so that the widget cannot show data yet. Null when it is complete. */
function missingSetting({ kind, query }: EditedWidget): string | null {
  const { metrics, dimensions, filter, limit } = query as {
    metrics?: string[]
    dimensions?: string[]
    filter?: Record<string, string[]>
    limit?: number
  }
  if (metrics?.length === 0) return "Add at least one metric."
  if ((kind === "table" || kind === "breakdown") && dimensions?.length === 0) return "Add a dimension."
  if (Object.values(filter ?? {}).some((values) => values.length === 0))
    return "Choose at least one value for each filter."
  if (Number.isNaN(limit)) return "Enter a number of rows."
  if (kind === "goal" && !query["goal_id"]) return "This client has no goals."
  if ((kind === "ai_visibility" || kind === "citations") && !query["project_id"])
    return "This client has no AI visibility project. Create one under AI visibility."
  return null
}
