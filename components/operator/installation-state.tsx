/** The state of the installation in four fields: deliveries, scans, background jobs, and the database. */
import type { Data } from "@/components/api/types"
import { formatBytes } from "@/components/format-bytes"
import { formatApproximateDuration } from "@/components/format-duration"
import { type State, StateList } from "@/components/frame/state-list"
import { count, pluralize } from "@/domain/kernel/format-count"

type Load = Data<"operating", "getLoad">

export const InstallationState = ({ load }: { load: Load }) => (
  <StateList
    label="State of the installation"
    states={[deliveries(load), scans(load), backgroundFunctions(load), database(load)]}
  />
)

/** Work is late if it has been due for longer than this. */
const lateSeconds = 60
const lampOfLag = (lagSeconds: number) => (lagSeconds > 10 * lateSeconds ? "danger" : "caution")

function deliveries({ deliveries: { open_n, held_n, lag_seconds } }: Load): State {
  const open = pluralize(open_n, "open delivery", "open deliveries")
  const detail = held_n > 0 ? `${open}, ${count(held_n)} held` : open
  if (lag_seconds > lateSeconds)
    return { lamp: lampOfLag(lag_seconds), title: `Webhooks ${formatApproximateDuration(lag_seconds)} late`, detail }
  return { lamp: "clear", title: "Webhooks on time", detail }
}

function scans({ scans: { open_n, stuck_n } }: Load): State {
  if (stuck_n > 0)
    return {
      lamp: "danger",
      title: pluralize(stuck_n, "stuck scan"),
      detail: `No process works on ${stuck_n === 1 ? "it" : "them"}`,
    }
  return { lamp: "clear", title: "Scans on time", detail: pluralize(open_n, "open scan") }
}

function backgroundFunctions({ function_runs: { open_n, lag_seconds } }: Load): State {
  const detail = pluralize(open_n, "unfinished job")
  if (lag_seconds > lateSeconds)
    return {
      lamp: lampOfLag(lag_seconds),
      title: `Background jobs ${formatApproximateDuration(lag_seconds)} late`,
      detail,
    }
  return { lamp: "clear", title: "Background jobs on time", detail }
}

const database = ({ version, database_bytes }: Load): State => ({
  lamp: "clear",
  title: `Database ${formatBytes(database_bytes)}`,
  detail: `Signalbox ${version}`,
})
