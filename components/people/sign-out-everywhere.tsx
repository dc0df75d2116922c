/** Button that ends all sessions of the user, on every device. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"

export function SignOutEverywhere() {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.people.signOutEverywhere.mutationOptions(), {
    onDone: () => window.location.assign("/sign-in"),
  })
  return (
    <ConfirmDialog
      trigger={<Button size="small">Sign out everywhere</Button>}
      title="Sign out everywhere?"
      action="Sign out everywhere"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({})}
    >
      <p>
        This ends your sessions in every browser, including this one. API keys and connected apps keep working.
        Disconnect apps under Settings -&gt; API -&gt; MCP.
      </p>
    </ConfirmDialog>
  )
}
