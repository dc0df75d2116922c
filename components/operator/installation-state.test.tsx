import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { InstallationState } from "./installation-state"

const onTime = {
  version: "0.1.0",
  database_bytes: 412_000_000,
  deliveries: { open_n: 12, held_n: 0, lag_seconds: 0.4 },
  scans: { open_n: 1, stuck_n: 0 },
  function_runs: { open_n: 3, lag_seconds: 0 },
}

const textOf = (changes: Partial<typeof onTime>) =>
  renderToString(<InstallationState load={{ ...onTime, ...changes }} />).replaceAll(/<!-- -->|<[^>]*>/g, " ")

it("says that work is on time", () => {
  expect(textOf({})).toMatch(
    /Webhooks on time +12 open deliveries .*Scans on time +1 open scan .*Background jobs on time +3 unfinished jobs .*Database 412\.0 MB/,
  )
})

it("says how late work is, and counts stuck scans", () => {
  const text = textOf({
    deliveries: { open_n: 900, held_n: 4, lag_seconds: 780 },
    scans: { open_n: 2, stuck_n: 1 },
    function_runs: { open_n: 3, lag_seconds: 90 },
  })
  expect(text).toMatch(
    /Webhooks 13 minutes late +900 open deliveries, 4 held .*1 stuck scan +No process works on it .*Background jobs 90 seconds late/,
  )
  expect(textOf({ scans: { open_n: 2, stuck_n: 2 } })).toMatch(/2 stuck scans +No process works on them/)
})
