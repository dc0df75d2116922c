/** Commentary of a report or section: as prose, edited in place, with its history. */
"use client"

import { type ReactNode, useState } from "react"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"
import { preloadProps, useModule } from "@/components/ui/use-module"
import type { CommentaryPlace } from "./commentary-form"
import { CommentaryHistory } from "./commentary-history"

const loadForm = () => import("./commentary-form")

/** With a mouse, the buttons appear when the pointer is over their section, or when one of them has the focus. */
const shownOnHover =
  "pointer-fine:opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100"

type Props = CommentaryPlace & {
  /** The text that is shown. It may be about an earlier period. Null when there is none. */
  markdown: string | null
  mayEdit: boolean
  /** The text as prose, with its author. */
  children: ReactNode
}

export function Commentary({ reportId, sectionId, subject, period, markdown, mayEdit, children }: Props) {
  const [isEditing, setEditing] = useState(false)
  const form = useModule(loadForm, isEditing, () => setEditing(false))
  if (!mayEdit) return markdown === null ? null : <div className="mb-8">{children}</div>
  if (isEditing && form)
    return (
      <form.CommentaryForm
        {...{ reportId, sectionId, subject, period }}
        markdown={markdown ?? ""}
        onClose={() => setEditing(false)}
      />
    )
  const isEmpty = markdown === null
  return (
    // Without a text, the button is beside the title of the section.
    <div className={isEmpty ? (sectionId ? "absolute top-1 right-0 print:hidden" : "-mt-6 mb-6 print:hidden") : "mb-8"}>
      {!isEmpty && children}
      <p
        className={cn("mt-1 flex gap-1 print:hidden", sectionId && shownOnHover, !(isEmpty && sectionId) && "-ml-2.5")}
      >
        <Button
          kind="quiet"
          size="small"
          {...preloadProps(loadForm)}
          aria-label={`${isEmpty ? "Add" : "Edit"} commentary: ${subject}`}
          onClick={() => setEditing(true)}
        >
          {isEmpty ? "Add commentary" : "Edit"}
        </Button>
        <CommentaryHistory {...{ reportId, sectionId, subject }} />
      </p>
    </div>
  )
}
