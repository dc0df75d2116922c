/** Table of a data source's syncs, newest first. Explains why a sync failed and what to do. */
import { LoggedTime } from "@/components/logged-time"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { adviceFor, qualityNames, type Sync } from "./source-labels"
import { SyncState } from "./source-state"

const triggerNames: Record<Sync["trigger"], string> = {
  schedule: "schedule",
  manual: "a user",
  backfill: "history load",
  webhook: "webhook",
  report: "a report",
}

export function SyncTable({ syncs }: { syncs: Sync[] }) {
  return (
    <Table optionsName="syncs" label="Syncs" isCards className="md:min-w-[820px]">
      <thead>
        <tr>
          <Th>Started</Th>
          <Th>Status</Th>
          <Th>Days</Th>
          <Th>Started by</Th>
          <Th className={numeric}>Rows read</Th>
          <Th className={numeric}>Values stored</Th>
          <Th className={numeric}>Restated</Th>
          <Th>Notes</Th>
        </tr>
      </thead>
      <tbody>
        {syncs.map((sync) => (
          <Tr key={sync.id}>
            <Td>
              <LoggedTime at={sync.started_at} />
            </Td>
            <Td>
              <SyncState status={sync.status} />
            </Td>
            <Td className="figures whitespace-nowrap text-quiet">
              {sync.window_from ?? "–"} to {sync.window_to ?? "–"}
            </Td>
            <Td label="by" className="text-quiet">
              {triggerNames[sync.trigger]}
            </Td>
            <Td label="rows read" className={numeric}>
              {count(sync.rows_read)}
            </Td>
            <Td label="values stored" className={numeric}>
              {count(sync.rows_upserted)}
            </Td>
            <Td label="restated" className={numeric}>
              {count(sync.rows_restated)}
            </Td>
            <Td className="min-w-60 text-quiet">
              <Notes sync={sync} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function Notes({ sync: { status, quality, error_code, error_message, done_from, window_to, due_at } }: { sync: Sync }) {
  const isFailing = error_code !== null && status !== "succeeded"
  return (
    <>
      {isFailing && (
        <span className="block">
          {error_message} {adviceFor(error_code)}
        </span>
      )}
      {isFailing && status === "queued" && (
        <span className="block">
          Next attempt <Time at={due_at} />.
        </span>
      )}
      {status === "partial" && (
        <span className="block">
          Stored: {done_from} to {window_to}.
        </span>
      )}
      {quality.length > 0 && (
        <span className="block">Reported by the platform: {quality.map((flag) => qualityNames[flag]).join(", ")}.</span>
      )}
    </>
  )
}
