/** Log of the calls of connected apps, newest first by default. */
import type { Data } from "@/components/api/types"
import { formatBytes } from "@/components/format-bytes"
import { formatMilliseconds } from "@/components/format-duration"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { type ListPeriod, sinceHours } from "@/components/lists/list-period"
import { NoMatch } from "@/components/lists/no-match"
import { Pager } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { SortField } from "@/components/lists/sort-field"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { LoggedTime } from "@/components/logged-time"
import { Changes } from "@/components/settings/changes"
import { Badge } from "@/components/ui/badge"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { isFailure } from "@/domain/connections/call-result"
import { type CallQuery, callOrders, failedNames, isWriteNames } from "./call-filters"

type Call = Data<"connections", "listCalls">[number]
type Props = {
  calls: Call[]
  meta: Parameters<typeof Pager>[0]["meta"]
  path: string
  query: CallQuery
  period: ListPeriod
  sort: keyof typeof callOrders
  isFiltered: boolean
  /** The names of the connections by id. */
  apps: Record<string, string>
}

export function CallLog({ calls, meta, path, query, period, sort, isFiltered, apps }: Props) {
  const { connection_id, name, is_write, failed } = query
  // The page has two lists, so the order and the cursor of this one are named `order` and `calls`.
  const sorting: Sorting = { path, query: { ...query, calls: undefined }, sort, parameter: "order" }
  if (calls.length === 0 && !isFiltered)
    return <Empty title="No calls yet">Each call of a connected app appears here.</Empty>
  return (
    <>
      <FilterForm path={path} isClosedOnPhone>
        {/* Keeps the sort order of the list of connected apps, which is on the same page. */}
        {query.sort && <input type="hidden" name="sort" value={query.sort} />}
        <FilterSelect label="App" name="connection_id" all="any" choices={apps} value={connection_id} isPartial />
        <FilterSelect label="Kind" name="is_write" all="any" choices={isWriteNames} value={is_write} />
        <FilterSelect label="Result" name="failed" all="any" choices={failedNames} value={failed} />
        <PeriodField name="since" presets={sinceHours} all="any time" period={period} />
        <FilterText label="Tool" name="name" value={name} />
        <SortField choices={callOrders} value={sort} name="order" />
      </FilterForm>
      {calls.length === 0 ? (
        <NoMatch of="calls" path={path} />
      ) : (
        <>
          <Table optionsName="mcp-calls" label="Calls" isCards className="md:min-w-[820px]">
            <thead>
              <tr>
                <SortTh column="created_at" sorting={sorting} directions={descendingFirst}>
                  When
                </SortTh>
                <Th>App</Th>
                <Th>Call</Th>
                <Th>Result</Th>
                <Th className={numeric}>Rows</Th>
                <Th className={numeric}>Size</Th>
                <SortTh column="duration_ms" sorting={sorting} isNumeric directions={descendingFirst}>
                  Duration
                </SortTh>
                <Th {...csvOnly}>Request ID</Th>
                <Th {...csvOnly}>Trace ID</Th>
              </tr>
            </thead>
            <tbody>
              {calls.map((call) => (
                <Row key={call.id} call={call} />
              ))}
            </tbody>
          </Table>
          <Pager meta={meta} path={path} query={query} noun={["call", "calls"]} cursorName="calls" />
        </>
      )}
    </>
  )
}

const csvOnly = { className: "hidden", "data-csv-only": true }

/** The arguments of a call as JSON, cut to one line until the user opens them. */
function Arguments({ text }: { text: string }) {
  if (text === "{}") return null
  return (
    <details className="group">
      <summary className="truncate text-quiet text-small hover:text-text group-open:whitespace-normal group-open:break-words max-md:min-h-6">
        <code>{text}</code>
      </summary>
    </details>
  )
}

function Row({ call }: { call: Call }) {
  return (
    <Tr className="align-top">
      {/* On phones, the first line of a card has the time and the result, the second line the call. */}
      <Td className="whitespace-nowrap text-quiet max-md:flex-1!">
        <LoggedTime at={call.created_at} />
      </Td>
      <Td className="max-md:order-2 max-md:basis-full md:min-w-40 md:max-w-48">
        <span className="break-words">{call.client_name}</span>
        <span className="text-quiet text-small max-md:ml-2 md:block">{call.user_name ?? "no longer in the team"}</span>
      </Td>
      <Td className="max-md:order-1 max-md:basis-full md:w-full md:max-w-0">
        <code className="break-all text-small">{call.name ?? call.method}</code>
        {call.arguments !== null && <Arguments text={JSON.stringify(call.arguments)} />}
        {call.trace_id !== null && (
          <div data-not-in-csv className="text-quiet text-small">
            trace <code className="break-all">{call.trace_id}</code>
          </div>
        )}
        {call.changes.map(({ action, subject_id, before, after }) => (
          <div key={`${action} ${subject_id}`} className="mt-1 text-quiet">
            <Changes before={before} after={after} />
          </div>
        ))}
      </Td>
      <Td className="whitespace-nowrap">
        {call.result === "ok" ? (
          <span className="text-quiet">ok</span>
        ) : (
          <Badge state={isFailure(call.result) ? "danger" : "idle"}>{call.result}</Badge>
        )}
      </Td>
      <Td label="rows" className={`${numeric} max-md:order-2`}>
        {call.rows}
      </Td>
      <Td className={`${numeric} whitespace-nowrap max-md:order-2`}>{formatBytes(call.bytes)}</Td>
      <Td className={`${numeric} whitespace-nowrap max-md:order-2`}>{formatMilliseconds(call.duration_ms)}</Td>
      <Td {...csvOnly}>{call.request_id}</Td>
      <Td {...csvOnly}>{call.trace_id}</Td>
    </Tr>
  )
}
