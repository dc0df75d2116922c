/** Table of data sources with the days that have data, the last one, and their state. */
import { DaySegment } from "@/components/charts/day-segment"
import { daysBetween, todayInUtc } from "@/components/days"
import { DaysAgo } from "@/components/days-ago"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Breakable } from "@/components/ui/breakable"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { providerLabels } from "@/domain/metrics/provider"
import {
  type Coverage,
  type CoverageOfList,
  coverageDays,
  coverageSentence,
  dayName,
  noDataSentence,
  type Span,
} from "./coverage"
import { PlatformMark } from "./platform-mark"
import { frequencyNames, needsAttention, type Source, stateLabels } from "./source-labels"
import { SourceName } from "./source-name"
import { SourceState } from "./source-state"

type Props = {
  sources: Source[]
  base: string
  /** By client ID. */
  clientNames: Map<string, string>
  /** Null if the list has changed while it was read. */
  coverage: CoverageOfList | null
  sorting: Sorting
}

export function SourceTable({ sources, base, clientNames, coverage, sorting }: Props) {
  const hasSyncs = sources.some(({ is_connected }) => is_connected)
  const isByClient = sorting.sort === "client" || sorting.sort === "attention"
  return (
    <Table optionsName="data-sources" label="Data sources" isCards className="md:min-w-[720px]">
      <thead>
        <tr>
          <SortTh column="client" sorting={sorting} directions={["ascending"]}>
            Client
          </SortTh>
          <SortTh column="display_name" sorting={sorting}>
            Name
          </SortTh>
          {coverage && (
            <Th>
              <SpanNames {...coverage.span} />
            </Th>
          )}
          <SortTh column="data_through" sorting={sorting}>
            Data through
          </SortTh>
          <Th {...csvOnly}>Status</Th>
          {hasSyncs && <Th className="max-md:hidden">Syncs</Th>}
        </tr>
      </thead>
      <tbody>
        {sources.map((source, index) => (
          <SourceRow
            key={source.id}
            source={source}
            base={base}
            clientName={clientNames.get(source.client_id) ?? "–"}
            coverage={coverage}
            isSameClient={isByClient && sources[index - 1]?.client_id === source.client_id}
            hasSyncs={hasSyncs}
          />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = {
  source: Source
  base: string
  clientName: string
  coverage: CoverageOfList | null
  /** The row above is of the same client. Only screen readers then get the client's name again. */
  isSameClient: boolean
  hasSyncs: boolean
}

function SourceRow({ source, base, clientName, coverage, isSameClient, hasSyncs }: RowProps) {
  const covered = coverage?.bySource[source.id]
  return (
    <Tr className="relative hover:bg-hover">
      <Td className={isSameClient ? "" : "max-md:pb-0.5 max-md:text-quiet max-md:text-small"}>
        <bdi className={isSameClient ? "sr-only" : ""}>{clientName}</bdi>
      </Td>
      <Td className="max-md:flex-[1_1_10rem] max-md:self-center">
        <span className="flex items-center gap-2.5">
          <PlatformMark provider={source.provider} />
          <span className="min-w-0 wrap-anywhere">
            <Link href={`${base}/${source.id}`} className="after:absolute after:inset-0">
              <SourceName {...source} />
            </Link>
            <Platform {...source} />
            <code data-not-in-csv className="block text-quiet text-small max-md:hidden">
              <Breakable text={source.account_id} />
            </code>
          </span>
        </span>
      </Td>
      {coverage && (
        <Td className={covered && noDataSentence(covered) ? "max-md:order-last max-md:w-full" : "max-md:hidden"}>
          {covered && <CoverageStrip coverage={covered} span={coverage.span} />}
        </Td>
      )}
      <Td label="through" className="figures whitespace-nowrap max-md:self-center">
        {source.data_through ? <DataThrough date={source.data_through} isEmphasized={needsAttention(source)} /> : "–"}
        {(source.status !== "active" || source.stale) && (
          <span data-not-in-csv className="ml-2">
            <SourceState {...source} />
          </span>
        )}
      </Td>
      <Td {...csvOnly}>{[stateLabels[source.status].label, source.stale && "stale"].filter(Boolean).join(", ")}</Td>
      {hasSyncs && (
        <Td className="whitespace-nowrap text-quiet max-md:hidden">
          {source.is_connected ? frequencyNames[source.sync_frequency] : "–"}
        </Td>
      )}
    </Tr>
  )
}

const csvOnly = { className: "hidden", "data-csv-only": true }

/** The first and the last day of the strips, at their ends. */
const SpanNames = ({ from, to }: Span) => (
  <span className="flex justify-between gap-1 md:w-56">
    <span>{dayName(from, to.slice(0, 4))}</span> <span className="sr-only">to</span>{" "}
    <span>{dayName(to, from.slice(0, 4))}</span>
  </span>
)

/** Data that is older than this many days is marked with its age. */
const recentDays = 3

/** A CSV file of the table contains only the date, so that spreadsheets can sort by it. */
function DataThrough({ date, isEmphasized }: { date: string; isEmphasized: boolean }) {
  const today = todayInUtc()
  const days = Math.max(0, daysBetween(date, today))
  return (
    <>
      <time dateTime={date}>{dayName(date, today.slice(0, 4))}</time>
      {(isEmphasized || days > recentDays) && (
        <span data-not-in-csv className="text-quiet">
          ,{" "}
          <span className={isEmphasized ? "font-strong text-text" : ""}>
            <DaysAgo date={date} />
          </span>
        </span>
      )}
    </>
  )
}

/** The platform, unless the source's name says it. */
function Platform({ provider, display_name }: Pick<Source, "provider" | "display_name">) {
  const platform = providerLabels[provider]
  return !display_name.includes(platform) && <span className="ml-2 text-quiet">{platform}</span>
}

/** A small strip of the latest days. Screen readers get its content as a sentence. */
function CoverageStrip({ coverage, span }: { coverage: Coverage; span: Span }) {
  const noData = noDataSentence(coverage)
  const isOutside = coverage.from === null
  return (
    <>
      {!isOutside && (
        <span aria-hidden className="flex w-full gap-0.5 max-md:mt-1 md:w-56">
          {coverageDays(coverage, span).map(({ date, state }) => (
            <DaySegment key={date} state={state} className="h-3 min-w-0 flex-1" />
          ))}
        </span>
      )}
      <span className={isOutside ? "text-quiet" : "sr-only"}>{coverageSentence(coverage, span)}</span>
      {noData && <span className="mt-1 block text-quiet text-small">{noData}</span>}
    </>
  )
}
