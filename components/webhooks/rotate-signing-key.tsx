/** Creates a new ed25519 key for the team. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"

export function RotateSigningKey() {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, problem } = useAction(api.webhooks.rotateSigningKey.mutationOptions(), {
    done: "ed25519 key rotated",
    onDone: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button size="small">Rotate ed25519 key</Button>}
      title="Rotate the team's ed25519 key?"
      action="Rotate ed25519 key"
      isHarmless
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({})}
    >
      <p>
        Every webhook that signs with <code>v1a</code> uses the new key immediately. The old key also signs and stays in
        the JWKS for 24 hours, so receivers that read the JWKS switch automatically.
      </p>
    </ConfirmDialog>
  )
}
