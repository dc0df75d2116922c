/** Button with which the user leaves the team. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Section } from "@/components/frame/section"
import { Button } from "@/components/ui/button"

export function LeaveTeam({ name }: { name: string }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.teams.leave.mutationOptions(), {
    onDone: () => window.location.assign("/teams"),
  })
  return (
    <Section title="Leave the team" lead="API keys that you created stay with the team and keep working.">
      <ConfirmDialog
        trigger={<Button>Leave {name}</Button>}
        title={`Leave ${name}?`}
        action="Leave team"
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => run({})}
      >
        <p>
          You immediately lose access to its clients, reports and settings. To come back, you need a new invitation.
        </p>
      </ConfirmDialog>
    </Section>
  )
}
