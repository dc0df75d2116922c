/** Commentary of a report or section: as prose, edited in place, with its history. */
"use client"

import { type ReactNode, useState } from "react"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { preloadProps, useModule } from "@/components/ui/use-module"
import type { CommentaryPlace } from "./commentary-form"
import type { HistoryProps } from "./commentary-history-list"

const loadForm = () => import("./commentary-form")
const loadHistory = () => import("./commentary-history-list")

/** With a mouse, the buttons appear when the pointer is over their section, or when one of them has the focus. */
const shownOnHoverClass =
  "pointer-fine:opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100"

/** The buttons stand on the line with the author, and are as small as its text. */
const smallButtonClass = "h-6 px-1.5 font-normal text-small"

type Props = CommentaryPlace & {
  /** The text that is shown. It may be about an earlier period. Null when there is none. */
  markdown: string | null
  /** The author, and the dates if the text is about another period. */
  byline: string
  canEdit: boolean
  /** The text as prose. */
  children: ReactNode
}

export function Commentary({ reportId, sectionId, subject, period, markdown, byline, canEdit, children }: Props) {
  const [isEditing, setEditing] = useState(false)
  const form = useModule(loadForm, isEditing, () => setEditing(false))
  if (isEditing && form)
    return (
      <form.CommentaryForm
        reportId={reportId}
        sectionId={sectionId}
        subject={subject}
        period={period}
        markdown={markdown ?? ""}
        onClose={() => setEditing(false)}
      />
    )
  const isEmpty = markdown === null
  if (isEmpty && !canEdit) return null
  const actions = canEdit && (
    <span className={cn("-ml-1.5 flex print:hidden", sectionId && shownOnHoverClass)}>
      <Button
        kind="quiet"
        size="small"
        className={isEmpty ? "" : smallButtonClass}
        {...preloadProps(loadForm)}
        aria-label={`${isEmpty ? "Add" : "Edit"} commentary: ${subject}`}
        onClick={() => setEditing(true)}
      >
        {isEmpty ? "Add commentary" : "Edit"}
      </Button>
      <CommentaryHistory
        reportId={reportId}
        sectionId={sectionId}
        subject={subject}
        className={isEmpty ? "" : smallButtonClass}
      />
    </span>
  )
  // Without a text, the buttons stand beside the title of the section, or at the top of the report.
  if (isEmpty) return <div className={sectionId ? "absolute top-1 right-0" : "-my-4 -ml-1"}>{actions}</div>
  return (
    <div className={sectionId ? "mb-10" : ""}>
      {children}
      {(byline || actions) && (
        <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 text-quiet text-small">
          {byline}
          {actions}
        </div>
      )}
    </div>
  )
}

/** Button that opens a dialog with the earlier texts. Their list loads when the dialog first opens. */
function CommentaryHistory({ className, ...props }: HistoryProps & { className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const code = useModule(loadHistory, isOpen, () => setOpen(false))
  return (
    <Dialog open={isOpen && code !== undefined} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button
          kind="quiet"
          size="small"
          className={className}
          aria-label={`History of the commentary: ${props.subject}`}
        >
          History
        </Button>
      </DialogTrigger>
      <DialogContent title={`History of the commentary: ${props.subject}`} className="max-w-2xl">
        {code && <code.CommentaryHistoryList {...props} />}
      </DialogContent>
    </Dialog>
  )
}
