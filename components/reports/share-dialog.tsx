/** Dialog with the share links of a report: create one, see when each was opened, revoke them. */
"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { useModule } from "@/components/ui/use-module"
import type { ShareProps } from "./share-links"

const loadLinks = () => import("./share-links")

export function ShareDialog(props: ShareProps) {
  const [isOpen, setOpen] = useState(false)
  const code = useModule(loadLinks, isOpen, () => setOpen(false))
  return (
    <Dialog open={isOpen && code !== undefined} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button>Share</Button>
      </DialogTrigger>
      <DialogContent
        title={`Share ${props.report.name}`}
        description="Everyone with the link can read this report, without signing in. They see nothing else of your team."
        className="max-w-2xl"
      >
        {code && <code.ShareLinks {...props} />}
      </DialogContent>
    </Dialog>
  )
}
