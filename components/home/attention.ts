/**
 * Turns failing webhooks, open incidents, failing sources and failed scans into one list of sentences for Home. The
 * most severe are first, then the newest.
 */
import type { Data, Webhook } from "@/components/api/types"
import { describeError } from "@/components/scans/error-labels"
import { nextStepOf } from "@/components/signals/next-step"
import type { SignalGroup } from "@/components/signals/signal-groups"
import { severityStates, shortSummary } from "@/components/signals/signal-labels"
import { adviceFor, type Source } from "@/components/sources/source-labels"
import type { LampState } from "@/components/ui/lamp"
import { pluralize } from "@/domain/kernel/format-count"
import { hoursBetweenSyncs, staleAfterIntervals } from "@/domain/metrics/sync-intervals"

/** An item of a list on Home. `clear` is the lamp of an improvement. */
export type HomeItem = {
  key: string
  lamp: LampState
  /** What happened, as a sentence. */
  title: string
  detail: string
  at: string
  /** The day that a signal is about. Signalbox detects it later, at `at`. */
  day?: string
  /** The page where it can be solved, and the words of the button that opens it. */
  href: string
  action: string
  /** The address of the button, if it is another page than that of the row. */
  actionHref?: string
  /** When the item appeared on Home. Default: `at`. */
  listedAt?: string
  /**
   * The active webhook whose scheduled deliveries the visitor may retry here. While there are any, the button that
   * retries them replaces the other one.
   */
  retry?: Pick<Webhook, "id" | "url" | "state" | "counts" | "is_fifo">
}

export type AttentionItem = HomeItem & { lamp: Exclude<LampState, "clear"> }

type FailedScan = Data<"home", "listFailedScans">[number]

type Found = { webhooks: Webhook[]; incidents: SignalGroup[]; sources: Source[]; scans: FailedScan[] }

/**
 * `canAdminister`: the visitor is an admin or owner, who may authorize sources again and retry deliveries.
 * `hasDeveloperAccess`: the plan of the team includes webhooks.
 */
type Visitor = { teamPath: string; canAdminister: boolean; hasDeveloperAccess: boolean }

export function attentionItems({ webhooks, incidents, sources, scans }: Found, visitor: Visitor): AttentionItem[] {
  const { teamPath } = visitor
  return [
    ...webhooks.map((webhook) => webhookItem(webhook, visitor)),
    ...incidents.map((incident) => incidentItem(incident, teamPath)),
    ...sources.map((source) => sourceItem(source, visitor)),
    ...scans.map((scan) => scanItem(scan, teamPath)),
  ].sort((a, b) => severities.indexOf(a.lamp) - severities.indexOf(b.lamp) || b.at.localeCompare(a.at))
}

const severities: AttentionItem["lamp"][] = ["danger", "caution", "idle"]

function webhookItem(webhook: Webhook, { teamPath, canAdminister, hasDeveloperAccess }: Visitor): AttentionItem {
  const { id, url, state, health, why, counts, is_fifo, disabled_at, first_failure_at, updated_at } = webhook
  const canRetry = hasDeveloperAccess && state === "active"
  const canBeRetried = canRetry && counts.scheduled > 0
  return {
    key: id,
    lamp: "danger",
    title:
      health === "disabled" || health === "paused"
        ? `The webhook to ${addressOf(url)} is ${health}.`
        : `Deliveries to ${addressOf(url)} are failing.`,
    detail: [
      queuedText(webhook),
      why.replace(/^Disabled: /, ""),
      canBeRetried && !canAdminister && "An owner or admin can retry the events now.",
    ]
      .filter(Boolean)
      .join(" "),
    at: disabled_at ?? first_failure_at ?? updated_at,
    href: `${teamPath}/settings/api/webhooks/${id}`,
    action: "Open webhook",
    ...(canRetry && canAdminister && { retry: { id, url, state, counts, is_fifo } }),
  }
}

/** "41 events are queued." Empty for a webhook that is stopped, because `why` has the number of held events. */
function queuedText({ health, counts: { pending, in_flight, held } }: Webhook) {
  const queued = pending + in_flight + held
  if (queued === 0 || health === "disabled" || health === "paused") return ""
  return `${pluralize(queued, "event")} ${queued === 1 ? "is" : "are"} queued.`
}

export const addressOf = (url: string) => url.replace(/^https?:\/\//, "")

export function incidentItem({ lead, others }: SignalGroup, teamPath: string): AttentionItem {
  const { id, title, summary, client, severity, first_detected_at, period } = lead
  const latest = others.reduce(
    (at, signal) => (signal.first_detected_at > at ? signal.first_detected_at : at),
    first_detected_at,
  )
  const step = nextStepOf(lead, teamPath)
  return {
    key: id,
    lamp: severityStates[severity],
    title: title.includes(client.name) ? title : `${client.name}: ${title}`,
    detail: [shortSummary(summary), otherSignalsText(others)].filter(Boolean).join(" "),
    at: first_detected_at,
    listedAt: latest,
    day: period.to,
    href: `${teamPath}/signals/${id}`,
    action: step?.name ?? "Open signal",
    ...(step && { actionHref: step.href }),
  }
}

/** "Also: Northpan overtook Harbor & Hearth · kitchenpaper.example is no longer cited." */
const otherSignalsText = (signals: SignalGroup["others"]) =>
  signals.length > 0 && `Also: ${signals.map(({ title }) => title).join(" · ")}.`

function sourceItem(source: Source, { teamPath, canAdminister }: Visitor): AttentionItem {
  const { id, display_name: name, status, status_reason, status_changed_at, data_through, last_success_at } = source
  const href = `${teamPath}/sources/${id}`
  const through = data_through ? `The data ends on ${data_through}.` : "It has no data yet."
  if (status === "reauth_required")
    return {
      key: id,
      lamp: "danger",
      title: `${name} needs a new authorization.`,
      detail: `${through} Syncs stop until ${canAdminister ? "you reconnect" : "an owner or admin reconnects"} it.`,
      at: status_changed_at,
      href,
      action: canAdminister ? "Reconnect" : "Open source",
    }
  if (status === "error")
    return {
      key: id,
      lamp: "danger",
      title: `Syncs of ${name} are failing.`,
      detail: `${through} ${adviceFor(status_reason)}`.trim(),
      at: status_changed_at,
      href,
      action: "Open source",
    }
  return {
    key: id,
    lamp: "caution",
    title: `${name} is stale.`,
    detail: `${through} Reports mark its values as stale.`,
    at: last_success_at ?? status_changed_at,
    listedAt: staleSince(source),
    href,
    action: "Open source",
  }
}

/** A source is stale some time after its last success, which depends on how often it syncs. */
function staleSince({ last_success_at, sync_frequency, status_changed_at }: Source) {
  if (last_success_at === null) return status_changed_at
  const hours = staleAfterIntervals * (hoursBetweenSyncs[sync_frequency] ?? 0)
  return new Date(Date.parse(last_success_at) + hours * 3_600_000).toISOString()
}

function scanItem({ id, project, error_code, finished_at }: FailedScan, teamPath: string): AttentionItem {
  const { label, advice } = describeError(error_code ?? "internal")
  return {
    key: id,
    lamp: "danger",
    title: `The last scan of ${project.name} failed.`,
    detail: `${label}. ${advice}`,
    at: finished_at,
    href: `${teamPath}/ai-visibility/${project.id}/scans/${id}`,
    action: "Open scan",
  }
}
