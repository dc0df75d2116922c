/** Reads the data of a team's home page. */
import { groupSignals, signalsOf } from "@/components/signals/signal-groups"
import type { OperationCaller } from "@/server/caller"

/** The maximum number of listed items of each type. The status at the top of the page counts all items. */
const maxItems = 5
const maxReports = 3

export async function readHome(api: OperationCaller) {
  // Read before the data, so that an item that appears in between is new on the next visit.
  const readAt = new Date().toISOString()
  const [
    visit,
    improvements,
    status,
    traffic,
    steps,
    upcoming,
    webhooks,
    openSignals,
    sources,
    scans,
    diagram,
    reports,
  ] = await Promise.all([
    api.home.getPreviousVisit({}),
    api.home.listImprovements({}),
    api.home.getStatus({}),
    api.home.getTraffic({}),
    api.home.getFirstSteps({}),
    api.home.listUpcoming({}),
    api.webhooks.list({ limit: maxItems, needs_attention: true }),
    api.home.listOpenSignals({}),
    readSources(api),
    api.home.listFailedScans({}),
    api.home.listClientLines({}),
    api.reports.list({ limit: maxReports, sort: "-updated_at" }),
  ])
  const { signals, has_more } = openSignals.data
  const incidents = groupSignals(signals.filter(({ impact }) => impact !== "positive"))
  const shownIncidents = incidents.slice(0, maxItems)
  const shownImprovements = groupSignals(improvements.data.signals).slice(0, maxItems)
  const shownSignals = [...shownIncidents, ...shownImprovements].flatMap(signalsOf)
  const shownIds = new Set(shownSignals.map(({ id }) => id))
  return {
    readAt,
    visitedAt: visit.data.visited_at,
    status: status.data,
    traffic: traffic.data,
    steps: steps.data,
    upcoming: upcoming.data,
    signals,
    /** What the list of items that need attention shows. */
    attention: {
      webhooks: webhooks.data,
      incidents: shownIncidents,
      sources: [...sources.failing, ...sources.stale],
      scans: scans.data,
    },
    /** What the list of improvements shows. */
    improvements: { incidents: shownImprovements, recoveries: improvements.data.recoveries.slice(0, maxItems) },
    /**
     * The open signals that neither list shows. `areInfo`: all of them have the severity `info`, because `signals`
     * contains all others and the lists show them.
     */
    otherSignals: {
      count: status.data.signals_open - shownSignals.length,
      areInfo: !has_more && signals.every(({ id }) => shownIds.has(id)),
    },
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
