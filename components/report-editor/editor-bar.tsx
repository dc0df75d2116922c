/**
 * The bar of the editor: shows whether there are unsaved changes, and has the buttons Undo, Save and Done. It stays
 * visible while the page scrolls.
 */
"use client"

import { useId } from "react"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"

type Props = {
  path: string
  isDirty: boolean
  isBusy: boolean
  canUndo: boolean
  onUndo: () => void
  onSave: () => void
}

export function EditorBar({ path, isDirty, isBusy, canUndo, onUndo, onSave }: Props) {
  const statusId = useId()
  return (
    <div className="sticky top-12 z-20 -mx-4 mb-8 flex flex-wrap items-center gap-2 border-line border-b bg-ground px-4 py-2.5 sm:-mx-8 sm:px-8 lg:top-0">
      <p
        id={statusId}
        role="status"
        className={cn("min-w-0 flex-1 text-quiet max-sm:basis-full", !isDirty && "max-sm:sr-only")}
      >
        {isDirty ? "Unsaved changes" : "No unsaved changes"}
      </p>
      <Button
        disabled={!canUndo || isBusy}
        title={canUndo ? undefined : "There are no changes to undo."}
        onClick={onUndo}
      >
        Undo
      </Button>
      <Button
        kind={isDirty ? "primary" : "plain"}
        aria-busy={isBusy}
        aria-describedby={statusId}
        disabled={!isDirty || isBusy}
        onClick={onSave}
      >
        Save report
      </Button>
      <Button asChild>
        <Link href={path}>Done</Link>
      </Button>
    </div>
  )
}
