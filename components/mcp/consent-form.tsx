/**
 * Form of the consent page: the app that asks for access, the choice of a team, and the permissions. The browser
 * submits the form itself, because the response redirects to the app.
 */
"use client"

import { useState } from "react"
import { CautionNote } from "@/components/forms/problem-note"
import { Link } from "@/components/link"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"
import { Fact } from "@/components/ui/fact"

/** A team of the user, and what the user may decide for it. */
type ConsentTeam = {
  id: string
  name: string
  slug: string
  /** Why the team cannot be chosen. Null if it can. */
  blocked_by: "plan" | "mcp_disabled" | "suspension" | null
  may_allow_changes: boolean
}

type Props = {
  action: string
  appName: string
  /** The host of the app, or its URL scheme. */
  appHost: string
  /** True if the operator registered the app. Otherwise the app chose its name, which may be false. */
  isVerified: boolean
  /** Where the browser goes afterwards: a host, or the URL scheme of an app. */
  returnsTo: string
  isOnThisMachine: boolean
  asksForChanges: boolean
  teams: ConsentTeam[]
}

export function ConsentForm({ action, teams, ...app }: Props) {
  const firstAllowed = teams.find((team) => !team.blocked_by)
  const [teamId, setTeamId] = useState(firstAllowed?.id)
  const selectedTeam = teams.find(({ id }) => id === teamId)
  return (
    <form method="post" action={action} className="grid gap-6">
      <AppFacts {...app} />
      <fieldset>
        <legend className="mb-2 font-strong">Team</legend>
        {teams.length > 0 && (
          <div className="divide-y divide-line rounded-box border border-line bg-surface">
            {teams.map((team) => (
              <TeamChoice key={team.id} team={team} isChosen={team.id === teamId} onChoose={() => setTeamId(team.id)} />
            ))}
          </div>
        )}
        {teams.length === 0 && (
          <p className="text-quiet">
            You are not a member of a team yet. <Link href="/new-team">Create a team</Link>, and start again from your
            app.
          </p>
        )}
      </fieldset>
      {selectedTeam && <Permissions appName={app.appName} asksForChanges={app.asksForChanges} team={selectedTeam} />}
      <div className="flex gap-2">
        {firstAllowed && (
          <Button type="submit" kind="primary" name="decision" value="allow" className="flex-1">
            Allow access
          </Button>
        )}
        <Button type="submit" name="decision" value="deny" className="flex-1">
          Deny access
        </Button>
      </div>
      <p className="text-quiet text-small">
        You can disconnect the app at any time under Settings -&gt; API -&gt; MCP. The connection ends after 180 days at
        the latest.
      </p>
    </form>
  )
}

type AppProps = Pick<Props, "appName" | "appHost" | "isVerified" | "returnsTo" | "isOnThisMachine">

function AppFacts({ appName, appHost, isVerified, returnsTo, isOnThisMachine }: AppProps) {
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-2 gap-3 rounded-box border border-line bg-surface p-3">
        <Fact name="App">
          <span className="block break-words font-strong">{appName}</span>
          <span className="block break-all font-strong">{appHost}</span>
          {!isVerified && (
            <span className="mt-1 block">
              <Badge state="caution">unverified app</Badge>
            </span>
          )}
        </Fact>
        <Fact name="You return to">{returnsTo}</Fact>
      </dl>
      <Caution isVerified={isVerified} isHost={!appHost.endsWith("://")} isOnThisMachine={isOnThisMachine} />
    </div>
  )
}

/** `isHost`: false for an app that is reached by a URL scheme, which any program can claim. */
type CautionProps = { isVerified: boolean; isHost: boolean; isOnThisMachine: boolean }

/** What the user must check before allowing access, because Signalbox cannot. */
function Caution({ isVerified, isHost, isOnThisMachine }: CautionProps) {
  if (isVerified && !isOnThisMachine) return null
  return (
    <CautionNote className="text-table">
      {!isVerified && "The app chose its own name, so the name may be false. "}
      {!isVerified && (isHost ? "Only the host is certain. " : "Any program on this device can claim its address. ")}
      {isOnThisMachine && "You return to a program on this computer. "}
      <strong>Allow access only if you have just started this from an app that you trust.</strong>
    </CautionNote>
  )
}

/** Why a team cannot be chosen, by `blocked_by`. */
const blockedTexts = {
  plan: "Its plan does not include MCP.",
  mcp_disabled: "Its admins have switched MCP off.",
  suspension: "The team is suspended.",
}

type ChoiceProps = { team: ConsentTeam; isChosen: boolean; onChoose: () => void }

const TeamChoice = ({ team: { id, name, blocked_by }, isChosen, onChoose }: ChoiceProps) => (
  <label className="flex items-start gap-2.5 px-3 py-2.5">
    <input
      type="radio"
      name="team_id"
      value={id}
      checked={isChosen}
      disabled={blocked_by !== null}
      onChange={onChoose}
      className="mt-0.5 size-4 shrink-0 accent-accent"
    />
    <span className={`min-w-0 break-words ${blocked_by ? "text-quiet" : ""}`}>
      {name}
      {blocked_by && <span className="block text-small">{blockedTexts[blocked_by]}</span>}
    </span>
  </label>
)

type PermissionProps = { appName: string; asksForChanges: boolean; team: ConsentTeam }

function Permissions({ appName, asksForChanges, team }: PermissionProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-strong">{appName} can</legend>
      <p>Read what you can read: clients, reports, metrics, AI visibility and signals.</p>
      {team.may_allow_changes ? (
        // The key clears the checkbox when the user chooses another team.
        <Checkbox key={team.id} name="allow_changes">
          Also allow changes
          <span className="block text-quiet text-small">
            {asksForChanges && "The app asks for this. "}
            It can add and change clients, reports, prompts and signals, and start scans, which use your team's budget.
            It cannot delete anything.
          </span>
        </Checkbox>
      ) : (
        <p className="text-quiet">
          It cannot change anything.
          {asksForChanges &&
            " The app asks for permission to make changes, but your team or your role does not allow it."}
        </p>
      )}
    </fieldset>
  )
}
