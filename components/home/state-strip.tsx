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
): State {
  const href = "/sources"
  if (!has_data) return { lamp: "idle", title: "No sources yet", detail: "Metrics come from sources", href }
  const outdated = "Reports show the last stored data"
  if (failing) return { lamp: "danger", title: pluralize(failing, "failing source"), detail: outdated, href }
  if (stale) return { lamp: "caution", title: pluralize(stale, "stale source"), detail: outdated, href }
  const detail = "None are failing or stale"
  if (paused) return { lamp: "idle", title: pluralize(paused, "paused source"), detail, href }
  return { lamp: "clear", title: "Sources healthy", detail, href }
}

function api({ hours }: Traffic): State {
  const requests = hours.reduce((sum, hour) => sum + hour.requests, 0)
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  const href = "/settings/api/logs"
  if (requests === 0) return { lamp: "idle", title: "API not used", detail: "No requests in the last 24 hours", href }
  const detail = `${pluralize(requests, "request")} in the last 24 hours`
  if (failed > 0) return { lamp: "caution", title: pluralize(failed, "API error"), detail, href }
  return { lamp: "clear", title: "API healthy", detail, href }
}
