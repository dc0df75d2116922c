/** Table of a data source's syncs or imports, newest first. Explains why one failed and what to do. */
import { periodLabel } from "@/components/lists/ranges"
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
  report: "a report",
}

type Props = {
  syncs: Sync[]
  /** The syncs are imports of files. */
  isFromFiles: boolean
}

export function SyncTable({ syncs, isFromFiles }: Props) {
  const name = isFromFiles ? "imports" : "syncs"
  const hasNotes = syncs.some(isNoted)
  return (
    <Table
      optionsName={name}
      label={isFromFiles ? "Imports" : "Syncs"}
      isCards
      className="figure-cards md:min-w-[820px]"
    >
      <thead>
        <tr>
          <Th>{isFromFiles ? "Imported" : "Started"}</Th>
          <Th>Result</Th>
          <Th>Days</Th>
          <Th>{isFromFiles ? "File" : "Started by"}</Th>
          <Th className={numeric}>{isFromFiles ? "Lines" : "Rows read"}</Th>
          <Th className={numeric}>New values</Th>
          <Th className={numeric}>Restated</Th>
          {hasNotes && <Th>Notes</Th>}
        </tr>
      </thead>
      <tbody>
        {syncs.map((sync) => (
          <SyncRow key={sync.id} sync={sync} isFromFiles={isFromFiles} hasNotes={hasNotes} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = { sync: Sync; isFromFiles: boolean; hasNotes: boolean }

function SyncRow({ sync, isFromFiles, hasNotes }: RowProps) {
  const { started_at, status, window_from, window_to, file_name, trigger, rows_read, rows_upserted, rows_restated } =
    sync
  return (
    <Tr>
      <Td>
        <LoggedTime at={started_at} />
      </Td>
      <Td>
        <SyncState status={status} />
      </Td>
      <Td className="figures whitespace-nowrap max-md:w-full">
        {window_from && window_to ? periodLabel({ from: window_from, to: window_to }) : "–"}
      </Td>
      <Td label={isFromFiles ? "from" : "by"} className="text-quiet wrap-anywhere max-md:w-full">
        {file_name ?? triggerNames[trigger]}
      </Td>
      <Td label={isFromFiles ? "lines" : "rows read"} className={numeric}>
        {count(rows_read)}
      </Td>
      <Td label="new values" className={numeric}>
        {count(rows_upserted - rows_restated)}
      </Td>
      <Td label="restated" className={numeric}>
        {count(rows_restated)}
      </Td>
      {hasNotes && (
        <Td className="min-w-60 text-quiet">
          <Notes sync={sync} />
        </Td>
      )}
    </Tr>
  )
}

const isFailed = ({ error_code, status }: Sync) => error_code !== null && status !== "succeeded"

const isNoted = (sync: Sync) => isFailed(sync) || sync.status === "partial" || sync.quality.length > 0

function Notes({ sync }: { sync: Sync }) {
  const { status, quality, error_code, error_message, done_from, window_to, due_at } = sync
  const isFailing = isFailed(sync)
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
      {status === "partial" && done_from && window_to && (
        <span className="block">Stored: {periodLabel({ from: done_from, to: window_to })}.</span>
      )}
      {quality.length > 0 && (
        <span className="block">Reported by the platform: {quality.map((flag) => qualityNames[flag]).join(", ")}.</span>
      )}
    </>
  )
}
