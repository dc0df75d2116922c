/** Lists the user's sessions. Each can be ended separately, and all of them together. */
"use client"

import { useRef, useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"

export type ListedSession = Data<"people", "listSessions">[number] & { device: string }

/** The number of sessions that the list shows until the user opens all. */
const initialCount = 5

export function SessionList({ sessions }: { sessions: ListedSession[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = showsAll ? sessions : sessions.slice(0, initialCount)
  return (
    <>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line rounded-box border border-line bg-surface">
        {shown.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-0">
              <span className="mr-2 font-strong">{session.device}</span>
              {session.is_current && <Badge>this device</Badge>}
              <span className="block text-quiet text-small">
                {session.network ? `Network ${session.network} · ` : ""}Last used <Time at={session.last_used_at} />
              </span>
            </div>
            {!session.is_current && <EndButton session={session} />}
          </li>
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button
          size="small"
          kind="quiet"
          className="mt-2"
          onClick={() => {
            setShowsAll(true)
            // This button, which has the focus, disappears.
            list.current?.focus()
          }}
        >
          Show all {sessions.length} sessions
        </Button>
      )}
    </>
  )
}

function EndButton({ session }: { session: ListedSession }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.people.endSession.mutationOptions(), {
    done: `Signed out on ${session.device}`,
    isFormless: true,
  })
  return (
    <Button
      size="small"
      isBusy={isBusy}
      aria-label={`Sign out on ${session.device}`}
      onClick={() => run({ session_id: session.id })}
    >
      Sign out
    </Button>
  )
}

export function SignOutEverywhere() {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button size="small">Sign out everywhere</Button>}
      title="Sign out everywhere?"
      action="Sign out everywhere"
      mutation={api.people.signOutEverywhere.mutationOptions()}
      input={{}}
      onDone={() => window.location.assign("/sign-in")}
      leavesPage
    >
      <p>
        This ends your sessions in every browser, including this one. API keys and connected apps keep working.
        Disconnect apps under Settings -&gt; API -&gt; MCP.
      </p>
    </ConfirmDialog>
  )
}
