/** Dialog that adds and removes annotations of a client's metrics: tracking changes, launches and other events. */
"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { useModule } from "@/components/ui/use-module"
import type { AnnotationsProps } from "./annotations"

const loadAnnotations = () => import("./annotations")

export function AnnotationsDialog(props: AnnotationsProps) {
  const [isOpen, setOpen] = useState(false)
  const code = useModule(loadAnnotations, isOpen, () => setOpen(false))
  return (
    <Dialog open={isOpen && code !== undefined} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button size="small" className="h-8">
          Annotations
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Annotations"
        description="Charts show annotations, and readers of reports see them. Values before and after a tracking change cannot be compared, so charts interrupt their lines there."
      >
        {code && <code.Annotations {...props} />}
      </DialogContent>
    </Dialog>
  )
}
