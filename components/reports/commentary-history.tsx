/** Dialog with the history of the commentary of a report or section. */
"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { useModule } from "@/components/ui/use-module"
import type { HistoryProps } from "./commentary-history-list"

const loadList = () => import("./commentary-history-list")

export function CommentaryHistory({ className, ...props }: HistoryProps & { className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const code = useModule(loadList, isOpen, () => setOpen(false))
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
