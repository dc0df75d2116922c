/** Button with which the user leaves the team. For the only owner, a text says what to do first. */
"use client"

import { useApi } from "@/components/api/provider"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"

type Props = { name: string; isOnlyOwner: boolean; membersPath: string }

export function LeaveTeam({ name, isOnlyOwner, membersPath }: Props) {
  const api = useApi()
  return (
    <section
      className={cn(
        "flex max-w-[640px] flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border px-4 py-3.5",
        isOnlyOwner ? "border-line" : "border-danger/40",
      )}
    >
      <div className="min-w-0">
        <h2>Leave the team</h2>
        <p className="text-quiet text-table">
          {isOnlyOwner ? (
            <>
              You are the only owner. Before you leave, make{" "}
              <Link href={membersPath} className="underline underline-offset-2">
                another member
              </Link>{" "}
              an owner.
            </>
          ) : (
            "API keys that you created stay with the team and keep working."
          )}
        </p>
      </div>
      {!isOnlyOwner && (
        <ConfirmDialog
          trigger={<Button className="text-danger-text">Leave {name}</Button>}
          title={`Leave ${name}?`}
          action="Leave team"
          mutation={api.teams.leave.mutationOptions()}
          input={{}}
          onDone={() => window.location.assign("/teams")}
          leavesPage
        >
          <p>
            You immediately lose access to its clients, reports and settings. To come back, you need a new invitation.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
