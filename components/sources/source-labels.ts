/** Names of states, frequencies and errors of data sources, and what people can do about each error. */
import type { Data } from "@/components/api/types"

export type Source = Data<"dataSources", "get">
export type Sync = Data<"dataSources", "listSyncs">[number]
export type ProviderChoice = Data<"dataSources", "listProviders">[number]

/** The metrics and breakdowns that a connection reads. */
export const providerMetrics: Record<ProviderChoice["provider"], string> = {
  ga4: "Sessions, users, key events and revenue, by channel, page, country and device.",
  search_console: "Clicks, impressions and positions in Google Search, by query, page, country and device.",
  google_ads: "Spend, clicks, impressions and conversions, by campaign, device and network.",
  meta_ads: "Spend, reach, clicks and conversions of Facebook and Instagram, by campaign and ad set.",
  bing_webmaster: "Clicks and impressions in Bing search.",
}

type Secret = { label: string; button: string; hint: string }

/** The secret that a user can enter, and where to get it. Null if the platform accepts only consent. */
export const providerSecrets: Record<ProviderChoice["provider"], Secret | null> = {
  ga4: keyFile("viewer of the property"),
  search_console: keyFile("user of the property"),
  google_ads: null,
  meta_ads: {
    label: "Access token",
    button: "Add token",
    hint: "Create a system user with the permission ads_read in the business settings of Meta, and generate its token.",
  },
  bing_webmaster: {
    label: "API key",
    button: "Add key",
    hint: "In Bing Webmaster Tools, open Settings, then API access.",
  },
}

function keyFile(role: string): Secret {
  return {
    label: "Service account key file",
    button: "Add key file",
    hint: `Create a key file in the Google Cloud console, and add the account's email address as a ${role}. Paste the content of the JSON file.`,
  }
}

export const stateLabels: Record<Source["status"], { label: string; dot: "clear" | "caution" | "danger" | "idle" }> = {
  pending: { label: "first sync", dot: "idle" },
  active: { label: "active", dot: "clear" },
  error: { label: "failing", dot: "danger" },
  reauth_required: { label: "reconnect", dot: "danger" },
  paused: { label: "paused", dot: "idle" },
  disconnected: { label: "disconnected", dot: "idle" },
}

/** True if something keeps new data from arriving. */
export const isLate = (source: Pick<Source, "status" | "stale">) => problemOf(source) !== null

type Problem = Exclude<Source["status"], "active" | "pending"> | "stale"

/** What the page says about sources with a problem: about one, and about several. */
const problemPhrases: Record<Problem, [string, string]> = {
  reauth_required: ["needs to be reconnected", "need to be reconnected"],
  error: ["is failing", "are failing"],
  stale: ["is stale", "are stale"],
  paused: ["is paused", "are paused"],
  disconnected: ["is disconnected", "are disconnected"],
}

/**
 * "Of 13 sources, 1 needs to be reconnected and 2 are stale." Does not call the others up to date, because uploads never
 * become stale, and a first sync can still be running.
 */
export function problemSentence(sources: Pick<Source, "status" | "stale">[]): string {
  const problems = sources.map(problemOf)
  const isOne = sources.length === 1
  const parts = Object.entries(problemPhrases).flatMap(([problem, [one, many]]) => {
    const times = problems.filter((other) => other === problem).length
    if (times === 0) return []
    return isOne ? one : `${times} ${times === 1 ? one : many}`
  })
  if (parts.length === 0)
    return isOne ? "The source is not failing or stale." : `None of the ${sources.length} sources is failing or stale.`
  return `${isOne ? "The source" : `Of ${sources.length} sources,`} ${new Intl.ListFormat("en-GB").format(parts)}.`
}

function problemOf({ status, stale }: Pick<Source, "status" | "stale">): Problem | null {
  if (status !== "active" && status !== "pending") return status
  return stale ? "stale" : null
}

export const frequencyNames: Record<Source["sync_frequency"], string> = {
  hourly: "Hourly",
  every_6h: "Every 6 hours",
  daily: "Daily",
  weekly: "Weekly",
  manual: "Only on request",
}

export const syncLabels: Record<Sync["status"], { label: string; dot: "clear" | "caution" | "danger" | "idle" }> = {
  queued: { label: "queued", dot: "idle" },
  running: { label: "running", dot: "idle" },
  succeeded: { label: "succeeded", dot: "clear" },
  partial: { label: "partial", dot: "caution" },
  failed: { label: "failed", dot: "danger" },
  canceled: { label: "canceled", dot: "idle" },
}

export const qualityNames: Record<Sync["quality"][number], string> = {
  sampled: "sampled",
  thresholded: "small values hidden",
  other_row: "rare values combined",
  truncated_upstream: "cut by the platform",
  estimated: "still changing",
}

const advice: Record<string, string> = {
  rate_limited: "We retry when the platform allows it. If it happens often, choose a lower frequency.",
  platform_error: "We retry automatically. Check the platform's status page if the error lasts.",
  unreachable: "We retry automatically. Check this server's network if the error lasts.",
  timeout: "We retry automatically.",
  response_invalid: "We retry automatically. If the error lasts, the platform may have changed its API.",
  interrupted: "Choose Sync now. If it happens again, contact the operator of this installation.",
  authorization_lost: "Reconnect the data source.",
  request_rejected: "Check that the account still exists, then start a sync.",
  account_missing: "Check on the platform that your access to the account still exists, then reconnect.",
  not_configured: "Contact the operator of this installation.",
}

export const adviceFor = (code: string | null) => (code && advice[code]) ?? ""

/** True while a sync is queued or running. */
export const isSyncInProgress = ({ status }: Pick<Sync, "status">) => status === "queued" || status === "running"

/**
 * Returns the number of stored days and of all days of a sync. A sync stores the latest days first, down to
 * `done_from`. Null while the days are not known.
 */
export function progressOf({ window_from, window_to, done_from }: Sync) {
  if (!window_from || !window_to) return null
  const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return { done: done_from ? days(done_from, window_to) : 0, total: days(window_from, window_to) }
}

/** Messages by the code in the page's URL. The URL carries only a code, so that no link can show a text of its own. */
const authorizationProblems = new Map([
  ["access_denied", "Access was not granted on the platform's page."],
  ["role_missing", "Only owners and admins of the team can connect accounts."],
  ["upstream_error", "The platform could not complete the authorization. Try again in a few minutes."],
])

export const authorizationProblem = (code: string) =>
  authorizationProblems.get(code) ??
  "We couldn't complete this authorization. It may have expired, been used already, or been refused. Start it again."
