/** The API requests of the last 24 hours: the totals and one bar per hour, stacked by outcome. */
import type { Data } from "@/components/api/types"
import { Legend } from "@/components/charts/legend"
import { SmallBars } from "@/components/charts/small-bars"
import { ActionLink } from "@/components/frame/action-link"
import { Section } from "@/components/frame/section"
import { Empty } from "@/components/lists/empty"
import { urlWithQuery } from "@/components/lists/pager"
import { chartNote, intervalLabel, timeLabel } from "@/components/webhooks/chart-ranges"
import { count, pluralize } from "@/domain/kernel/format-count"

type Traffic = Data<"home", "getTraffic">

/** `zone`: the time zone of the team. */
type Props = { traffic: Traffic; teamPath: string; zone: string }

const title = "API requests, last 24 hours"
const hourMs = 3_600_000

const outcomes = [
  { id: "succeeded", name: "succeeded", color: "var(--series-1)", isBar: true },
  { id: "refused", name: "refused (4xx)", color: "var(--series-2)", isBar: true },
  { id: "failed", name: "failed (5xx)", color: "var(--color-danger)", isBar: true },
] as const

export function TrafficChart({ traffic, teamPath, zone }: Props) {
  const { requests, refused, failed, hours } = traffic
  const api = `${teamPath}/settings/api`
  if (requests === 0)
    return (
      <Section title={title}>
        <Empty
          isInline
          title="No requests in the last 24 hours"
          action={<ActionLink href={api}>View API keys</ActionLink>}
        />
      </Section>
    )
  const bars = hours.map((hour) => ({
    id: hour.from,
    title: intervalLabel(hour.from, new Date(Date.parse(hour.from) + hourMs).toISOString(), "24h", zone),
    values: outcomes.map(({ id }) => hour[id]),
  }))
  const occurringOutcomes = outcomes.filter(({ id }) => traffic[id] > 0)
  return (
    <Section
      title={title}
      actions={<ActionLink href={urlWithQuery(`${api}/logs`, { since: "24" })}>Request log</ActionLink>}
    >
      <figure aria-label={title}>
        <figcaption className="mb-3">
          <p className="figures">
            {pluralize(requests, "request")}, {count(refused)} refused, {count(failed)} failed
          </p>
          {occurringOutcomes.length > 1 && (
            <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-table">
              <Legend series={occurringOutcomes} />
            </p>
          )}
        </figcaption>
        <SmallBars label="API requests by hour" series={outcomes} bars={bars} />
        <p aria-hidden className="figures mt-1 flex justify-between text-quiet text-small">
          <span>{timeLabel(hours[0]?.from ?? "", "24h", zone)}</span>
          <span>now</span>
        </p>
        <p className="mt-1 text-quiet text-small">
          {chartNote("24h", zone)} Busiest hour: {pluralize(Math.max(...hours.map(requestsIn)), "request")}.
        </p>
      </figure>
    </Section>
  )
}

const requestsIn = (hour: Traffic["hours"][number]) => outcomes.reduce((sum, { id }) => sum + hour[id], 0)
