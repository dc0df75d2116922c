/**
 * Dialogs of the editor: one before leaving without saving, and one to resolve a conflict with another user's change.
 */
"use client"

import type { Problem } from "@/components/api/problem"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent } from "@/components/ui/dialog"

type LeaveProps = { isOpen: boolean; onStay: () => void; onLeave: () => void }

export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveProps) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onStay()}>
      <DialogContent title="Leave without saving?">
        <p>Your changes to this report are not saved. If you leave, they are lost.</p>
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={onStay}>Keep editing</Button>
          <Button kind="danger" onClick={onLeave}>
            Discard changes
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}

type ConflictProps = {
  problem: Problem | null
  isBusy: boolean
  onClose: () => void
  onOverwrite: () => void
  onLoadSaved: () => void
}

export function ConflictDialog({ problem, isBusy, onClose, onOverwrite, onLoadSaved }: ConflictProps) {
  return (
    <Dialog open={problem !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="This report has changed since you opened it">
        <p>Nothing is lost yet: your changes are still in this window. Choose what to keep.</p>
        <ul className="mt-3 list-disc pl-5">
          <li>
            <strong>Save my version</strong> replaces the saved sections and widgets with yours.
          </li>
          <li>
            <strong>Load saved version</strong> discards your changes and shows the report as it is now.
          </li>
        </ul>
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Keep editing</Button>
          <Button disabled={isBusy} onClick={onLoadSaved}>
            Load saved version
          </Button>
          <Button kind="danger" isBusy={isBusy} onClick={onOverwrite}>
            Save my version
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
