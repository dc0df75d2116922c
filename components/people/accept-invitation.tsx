/** Button with which the signed-in user joins the team. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"

export function AcceptInvitation({ token, teamName }: { token: string; teamName: string }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.teams.acceptInvitation.mutationOptions(), {
    onDone: ({ data }) => window.location.assign(`/${data.slug}`),
  })
  return (
    <div className="grid gap-4">
      <ProblemNote problem={problem} />
      <Button kind="primary" isBusy={isBusy} onClick={() => run({ token })}>
        Join {teamName}
      </Button>
    </div>
  )
}
