/** Dialog that authorizes a data source again. */
"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { AuthorizeSource } from "./authorize-source"
import type { ProviderChoice, Source } from "./source-labels"

export function ReconnectDialog({ source, choice }: { source: Source; choice: ProviderChoice }) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const isNeeded = source.status === "reauth_required" || source.status === "disconnected"
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button kind={isNeeded ? "primary" : "plain"}>Reconnect</Button>
      </DialogTrigger>
      <DialogContent
        title={`Reconnect ${source.display_name}`}
        description="Authorize with access to the same account. Syncs then continue where they stopped."
      >
        <AuthorizeSource
          choice={choice}
          sourceId={source.id}
          onAuthorized={() => {
            setOpen(false)
            router.refresh()
          }}
        />
      </DialogContent>
    </Dialog>
  )
}
