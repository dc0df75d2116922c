/** The state of the team in four fields, each linked to its page: signals, sources, webhooks and API requests. */
import type { Data } from "@/components/api/types"
import { type State, StateList } from "@/components/frame/state-list"
import { count, pluralize } from "@/domain/kernel/format-count"

type Status = Data<"home", "getStatus">
type Traffic = Data<"home", "getTraffic">
type Steps = Data<"home", "getFirstSteps">
/** `href`: relative to the path of the team. */
type LinkedState = State & { href: string }

/** `sourcesPaused`: the number of paused data sources. */
type Props = { status: Status; sourcesPaused: number; traffic: Traffic; steps: Steps; teamPath: string }

export function StateStrip({ status, sourcesPaused, traffic, steps, teamPath }: Props) {
  const states = [signals(status, steps), sources(status, sourcesPaused, steps), webhooks(status, steps), api(traffic)]
  return (
    <StateList label="State of the team" states={states.map((state) => ({ ...state, href: teamPath + state.href }))} />
  )
}

function webhooks({ webhooks_failing: failing }: Status, { has_webhook }: Steps): LinkedState {
  const href = "/settings/api/webhooks"
  if (!has_webhook) return { lamp: "idle", title: "No webhooks yet", detail: "Add one to notify your code", href }
  return {
    lamp: failing ? "danger" : "clear",
    title: failing ? pluralize(failing, "failing webhook") : "Webhooks healthy",
    detail: failing ? "Undelivered events are stored" : "No deliveries are failing",
    href,
  }
}

function signals({ signals_open: open, signals_critical: critical }: Status, { has_data }: Steps): LinkedState {
  const href = "/signals"
  if (!open && !has_data) return { lamp: "idle", title: "No signals yet", detail: "New signals appear here", href }
  if (!open) return { lamp: "clear", title: "No open signals", detail: "New signals appear here", href }
  return {
    lamp: critical ? "danger" : "caution",
    title: pluralize(open, "open signal"),
    detail: critical ? `${count(critical)} critical` : "None are critical",
    href,
  }
}

function sources(
  { sources_failing: failing, sources_stale: stale }: Status,
  paused: number,
  { has_data }: Steps,
): LinkedState {
  const href = "/sources"
  if (!has_data)
    return { lamp: "idle", title: "No data sources yet", detail: "Connect a source or upload a file", href }
  const outdated = "Reports show the last stored data"
  if (failing) return { lamp: "danger", title: pluralize(failing, "failing source"), detail: outdated, href }
  if (stale) return { lamp: "caution", title: pluralize(stale, "stale source"), detail: outdated, href }
  const detail = "None are failing or stale"
  if (paused) return { lamp: "idle", title: pluralize(paused, "paused source"), detail, href }
  return { lamp: "clear", title: "Sources healthy", detail, href }
}

/** Above this share, the state says how many requests were refused. */
const highRefusedShare = 0.25

function api({ requests, refused, failed }: Traffic): LinkedState {
  const href = "/settings/api/logs"
  if (requests === 0) return { lamp: "idle", title: "API not used", detail: "No requests in the last 24 hours", href }
  const hasManyRefused = refused / requests > highRefusedShare
  const detail = `${pluralize(requests, "request")} in the last 24 hours`
  if (failed > 0) {
    const refusedDetail = hasManyRefused ? `, ${count(refused)} refused` : ""
    return { lamp: "caution", title: pluralize(failed, "API error"), detail: detail + refusedDetail, href }
  }
  if (hasManyRefused) {
    const title = pluralize(refused, "API request refused", "API requests refused")
    return { lamp: "caution", title, detail: `${count(refused)} of ${detail}`, href }
  }
  return { lamp: "clear", title: "API healthy", detail, href }
}
