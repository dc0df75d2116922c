/** The Cancel and submit buttons of a form in a dialog. */
import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { DialogActions, DialogClose } from "@/components/ui/dialog"
import { SubmitButton } from "./submit-button"

/** `children` is the label of the submit button. */
export function DialogFormActions({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <DialogActions>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <SubmitButton kind="primary" isBusy={isBusy}>
        {children}
      </SubmitButton>
    </DialogActions>
  )
}
