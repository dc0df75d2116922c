/** Dialog with a form. The form closes the dialog when its change is saved. */
"use client"

import { type ComponentProps, type ReactNode, useState } from "react"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"

type Props = Omit<ComponentProps<typeof DialogContent>, "children"> & {
  /** The button that opens the dialog. */
  trigger: ReactNode
  /** Renders the form. `close` closes the dialog. */
  children: (close: () => void) => ReactNode
}

export function FormDialog({ trigger, children, ...content }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger>{trigger}</DialogTrigger>
      <DialogContent {...content}>{children(() => setOpen(false))}</DialogContent>
    </Dialog>
  )
}
