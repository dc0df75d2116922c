/** The buttons at the end of a form in a dialog: one cancels, the other submits the form. */
import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { DialogActions, DialogClose } from "@/components/ui/dialog"
import { SubmitButton } from "./submit-button"

/** `children`: the words of the button that submits. */
export function DialogFormActions({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <DialogActions>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <SubmitButton kind="primary" isBusy={isBusy}>
        {children}
      </SubmitButton>
    </DialogActions>
  )
}
