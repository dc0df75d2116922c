/** The head of a signal's page: what happened, its client, type and status, and what a user can do next. */
import type { Role } from "@/components/api/types"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { roleAtLeast } from "@/domain/kernel/roles"
import { NeighborLinks, type Neighbors } from "./neighbor-links"
import { nextStepOf } from "./next-step"
import {
  isOngoing,
  type Signal,
  type SignalQuery,
  severityNames,
  severityStates,
  statusNames,
  typeNames,
} from "./signal-labels"
import { SignalActions } from "./status-actions"

type Props = {
  signal: Signal
  role: Role
  /** The path of the team. */
  base: string
  /** The URL parameters of the inbox that links to the page, and the neighbors of the signal in it. */
  query: SignalQuery
  neighbors: Neighbors
  /** The prompt that contributed most to a change of visibility. */
  mainPromptId: string | undefined
}

export function SignalHead({ signal, role, base, query, neighbors, mainPromptId }: Props) {
  const inbox = `${base}/signals`
  const step = nextStepOf(signal, base, mainPromptId)
  return (
    <PageHead
      crumbs={[{ name: "Signals", href: urlWithQuery(inbox, query) }]}
      title={signal.title}
      mark={<Badge state={severityStates[signal.severity]}>{severityNames[signal.severity]}</Badge>}
      actions={
        <>
          <RoleNote role={role} member="change the status and add notes" />
          {step && (
            <Button asChild kind="primary" className="max-sm:px-2.5">
              <Link href={step.href}>{step.name}</Link>
            </Button>
          )}
          {roleAtLeast(role, "member") && isOngoing(signal) && (
            <SignalActions id={signal.id} isAcknowledged={signal.status !== "open"} isPrimary={!step} />
          )}
        </>
      }
    >
      <p>{signal.summary}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-6 gap-y-1">
        <p>
          <Link href={`${base}/clients/${signal.client.id}`} className="text-accent underline underline-offset-2">
            <bdi>{signal.client.name}</bdi>
          </Link>
          {` · ${typeNames[signal.type]} · ${statusNames[signal.status]}`}
          {signal.snoozed_until && (
            <>
              {" until "}
              <Time at={signal.snoozed_until} />
            </>
          )}
          <ScanLink signal={signal} base={base} stepHref={step?.href} />
        </p>
        <NeighborLinks neighbors={neighbors} path={inbox} query={query} />
      </div>
    </PageHead>
  )
}

type ScanProps = { signal: Signal; base: string; stepHref: string | undefined }

/** Left out if the next step leads to the scan. */
function ScanLink({ signal: { subject, evidence }, base, stepHref }: ScanProps) {
  const path = `${base}/ai-visibility/${subject.project_id}/scans/${evidence.scan_id}`
  if (!subject.project_id || !evidence.scan_id || stepHref === path) return null
  return (
    <>
      {" · "}
      <Link href={path} className="text-accent underline underline-offset-2">
        View scan
      </Link>
    </>
  )
}
