/** The setting for each team whether the user gets the daily email of new signals. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Select } from "@/components/ui/input"

type Digest = Data<"signals", "listDigests">["teams"][number]

export function DigestSettings({ teams }: { teams: Digest[] }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.signals.setDigest.mutationOptions(), {
    done: "Email setting changed",
    isFormless: true,
  })
  return (
    <ul className="grid gap-2">
      {teams.map(({ team_id, team_name, digest }) => (
        <li key={team_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <span className="min-w-0 break-words">{team_name}</span>
          <Select
            aria-label={`Signal email of ${team_name}`}
            className="h-8 w-auto min-w-28 text-table"
            value={digest}
            disabled={isBusy}
            onChange={({ target }) => run({ team_id, digest: target.value as Digest["digest"] })}
          >
            <option value="daily">Daily</option>
            <option value="off">Off</option>
          </Select>
        </li>
      ))}
    </ul>
  )
}
