/** The state of the team in four fields, each linked to its page: signals, sources, webhooks and API requests. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { Lamp, type LampState } from "@/components/ui/lamp"
import { stateGrid } from "@/components/ui/skeleton"
import { count, pluralize } from "@/domain/kernel/format-count"

type Status = Data<"home", "getStatus">
type Traffic = Data<"home", "getTraffic">
type Steps = Data<"home", "getFirstSteps">
type State = { lamp: LampState; title: string; detail: string; href: string }

/** `sourcesPaused`: the number of paused data sources. */
type Props = { status: Status; sourcesPaused: number; traffic: Traffic; steps: Steps; base: string }

export function StateStrip({ status, sourcesPaused, traffic, steps, base }: Props) {
  const states = [signals(status, steps), sources(status, sourcesPaused, steps), webhooks(status, steps), api(traffic)]
  return (
    <ul aria-label="State of the team" className={stateGrid}>
      {states.map(({ lamp, title, detail, href }) => (
        <li key={href} className="bg-surface">
          <Link
            href={base + href}
            className="grid h-full grid-cols-[auto_1fr] gap-x-2 px-3 py-3 hover:bg-hover sm:gap-x-2.5 sm:px-4"
          >
            <span className="flex h-5 items-center">
              <Lamp state={lamp} />
            </span>
            <span className="font-strong">{title}</span>
            <span className="col-start-2 text-quiet text-table">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function webhooks({ webhooks_failing: failing }: Status, { has_webhook }: Steps): State {
  const href = "/settings/api/webhooks"
  if (!has_webhook) return { lamp: "idle", title: "No webhooks yet", detail: "Add one to notify your code", href }
  return {
    lamp: failing ? "danger" : "clear",
    title: failing ? pluralize(failing, "failing webhook") : "Webhooks healthy",
    detail: failing ? "Undelivered events are stored" : "No deliveries are failing",
    href,
  }
}

function signals({ signals_open: open, signals_critical: critical }: Status, { has_data }: Steps): State {
  const href = "/signals"
  if (!open && !has_data) return { lamp: "idle", title: "No signals yet", detail: "New signals appear here", href }
  return {
    lamp: critical ? "danger" : open ? "caution" : "clear",
    title: open ? pluralize(open, "open signal") : "No open signals",
    detail: critical ? `${count(critical)} critical` : open ? "None are critical" : "New signals appear here",
    href,
  }
}

function sources(
  { sources_failing: failing, sources_stale: stale }: Status,
  paused: number,
  { has_data }: Steps,
): State {
  const href = "/sources"
  if (!has_data) return { lamp: "idle", title: "No sources yet", detail: "Metrics come from sources", href }
  const failingOrStale = failing || stale
  if (!failingOrStale && paused)
    return { lamp: "idle", title: pluralize(paused, "paused source"), detail: "None are failing or stale", href }
  return {
    lamp: failing ? "danger" : stale ? "caution" : "clear",
    title: failingOrStale ? pluralize(failingOrStale, `${failing ? "failing" : "stale"} source`) : "Sources healthy",
    detail: failingOrStale ? "Reports show the last stored data" : "None are failing or stale",
    href,
  }
}

function api({ hours }: Traffic): State {
  const requests = hours.reduce((sum, hour) => sum + hour.requests, 0)
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  return {
    lamp: failed ? "caution" : requests ? "clear" : "idle",
    title: failed ? `${pluralize(failed, "API error")}` : requests ? "API healthy" : "API not used",
    detail: requests ? `${pluralize(requests, "request")} in the last 24 hours` : "No requests in the last 24 hours",
    href: "/settings/api/logs",
  }
}
