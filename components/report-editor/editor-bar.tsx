/**
 * The bar of the editor: shows whether there are unsaved changes, and has the buttons Undo, Save and Done. It takes no
 * space, so the report stays where it is. It stands in the place of the buttons of the report's page, and stays visible
 * while the page scrolls.
 */
"use client"

import { useId } from "react"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"

type Props = {
  path: string
  isDirty: boolean
  isBusy: boolean
  canUndo: boolean
  onUndo: () => void
  onSave: () => void
}

/** A line without height. Its offsets count from the breadcrumbs, which small windows show above the buttons. */
const barPlace = "-mx-[7px] sticky top-[37px] z-20 flex h-0 justify-end lg:top-4 print:hidden"
/** The frame stands 7 px outside the buttons. */
const barFrame =
  "mt-[19px] flex h-[50px] shrink-0 items-center gap-2 rounded-box border border-line bg-ground px-1.5 max-sm:w-full lg:-mt-[7px]"

export function EditorBar({ path, isDirty, isBusy, canUndo, onUndo, onSave }: Props) {
  const statusId = useId()
  return (
    <div className={barPlace}>
      <div className={barFrame}>
        <p id={statusId} role="status" className="mr-2 ml-2 text-quiet text-table max-md:sr-only">
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
          isBusy={isBusy}
          aria-describedby={statusId}
          disabled={!isDirty}
          onClick={onSave}
        >
          Save report
        </Button>
        <Button asChild>
          <Link href={path}>Done</Link>
        </Button>
      </div>
    </div>
  )
}
