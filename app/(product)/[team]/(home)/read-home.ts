/** Reads the data of a team's home page. */
import { groupSignals } from "@/components/signals/signal-groups"
import type { OperationCaller } from "@/server/caller"

/** The maximum number of listed items of each type. The status at the top counts all of them. */
const maxItems = 5
const maxReports = 3
/** The maximum number of open signals that are grouped to incidents. The most severe ones are read. */
const maxSignals = 100

export async function readHome(api: OperationCaller) {
  const [status, traffic, steps, upcoming, webhooks, signals, sources, scans, diagram, reports] = await Promise.all([
    api.home.getStatus({}),
    api.home.getTraffic({}),
    api.home.getFirstSteps({}),
    api.home.listUpcoming({}),
    api.webhooks.list({ limit: maxItems, needs_attention: true }),
    api.signals.list({ limit: maxSignals, status: ["open"], min_severity: "warning", sort: "-severity" }),
    readSources(api),
    api.home.listFailedScans({}),
    api.home.listClientLines({}),
    api.reports.list({ limit: maxReports, sort: "-updated_at" }),
  ])
  const incidents = groupSignals(signals.data)
  const shownIncidents = incidents.slice(0, maxItems)
  return {
    status: status.data,
    traffic: traffic.data,
    steps: steps.data,
    upcoming: upcoming.data,
    signals: signals.data,
    /** What the list of items that need attention shows. */
    attention: {
      webhooks: webhooks.data,
      incidents: shownIncidents,
      sources: [...sources.failing, ...sources.stale],
      scans: scans.data,
    },
    /** True if the list shows every open signal that is at least a warning. */
    showsAllIncidents: shownIncidents.length === incidents.length && signals.meta.next_cursor === null,
    pausedSources: sources.paused,
    diagram: diagram.data,
    reports: reports.data,
  }
}

/** Reads the data sources that need attention. `paused`: the number of paused ones. */
async function readSources(api: OperationCaller) {
  const [failing, stale, paused] = await Promise.all([
    api.dataSources.list({ limit: maxItems, status: ["error", "reauth_required"] }),
    api.dataSources.list({ limit: maxItems, status: ["active"], stale: true }),
    api.dataSources.list({ limit: 1, status: ["paused"] }),
  ])
  return { failing: failing.data, stale: stale.data, paused: paused.meta.total ?? 0 }
}
