/** Log of API requests, newest first by default. */
import type { Data } from "@/components/api/types"
import { formatBytes } from "@/components/format-bytes"
import { formatMilliseconds } from "@/components/format-duration"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { type ListPeriod, sinceHours } from "@/components/lists/list-period"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { SortField } from "@/components/lists/sort-field"
import { descendingFirst, SortTh } from "@/components/lists/sort-th"
import { LoggedTime } from "@/components/logged-time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import {
  type ErrorCounts,
  pathWithQuery,
  type RequestQuery,
  requestOrders,
  shortPath,
  statusChoices,
} from "./request-filters"
import { StatusCode } from "./status-code"

type Request = Data<"keys", "listRequests">[number]
type Props = {
  requests: Request[]
  meta: Parameters<typeof Pager>[0]["meta"]
  path: string
  /** The path below which each request has its page. */
  logPath: string
  query: RequestQuery
  period: ListPeriod
  isFiltered: boolean
  sort: keyof typeof requestOrders
  /** A curl command that an empty log suggests. */
  firstRequest: string
  /** The error counts of the listed requests. Undefined if they were not counted. */
  errors: ErrorCounts | undefined
  /** The name and page of each key by its id, for a log of all keys. */
  keys?: Map<string, { name: string; href: string }>
}

export function RequestLog(props: Props) {
  const { requests, meta, path, logPath, query, period, isFiltered, sort, firstRequest, errors, keys } = props
  const { status, path: pathFilter, key_id, request_id } = query
  const sorting = { path, query, sort }
  const sharedIp = sharedIpOf(requests)
  if (requests.length === 0 && !isFiltered)
    return (
      <Empty title="No requests yet" code={firstRequest}>
        Send a request. It appears here about 1 second after the response.
      </Empty>
    )
  return (
    <>
      <FilterForm path={path} isClosedOnPhone>
        {keys && <FilterSelect label="Key" name="key_id" all="any" choices={namesOf(keys)} value={key_id} isPartial />}
        <FilterSelect label="Response" name="status" all="any" choices={statusChoices} value={status} />
        <PeriodField name="since" presets={sinceHours} all="any time" period={period} />
        <FilterText label="Path or query" name="path" value={pathFilter} />
        <FilterText label="Request ID" name="request_id" value={request_id} />
        <SortField choices={requestOrders} value={sort} />
      </FilterForm>
      {requests.length === 0 ? (
        <NoMatch of="requests" path={path} />
      ) : (
        <>
          {errors && <ErrorLinks errors={errors} path={path} query={query} />}
          <Table optionsName="requests" label="Requests" isCards className="md:min-w-[920px]">
            <thead>
              <tr>
                <SortTh column="created_at" sorting={sorting} directions={descendingFirst}>
                  When
                </SortTh>
                <Th>Response</Th>
                <Th>Request</Th>
                {keys && <Th>Key</Th>}
                <SortTh column="duration_ms" sorting={sorting} isNumeric directions={descendingFirst}>
                  Duration
                </SortTh>
                <Th className={numeric}>Size</Th>
                {!sharedIp && <Th>IP address</Th>}
              </tr>
            </thead>
            <tbody>
              {requests.map((request) => (
                <Row
                  key={request.id}
                  request={request}
                  href={`${logPath}/${request.id}`}
                  usedKey={keys?.get(request.key_id)}
                  hasKeys={keys !== undefined}
                  hasIp={!sharedIp}
                />
              ))}
            </tbody>
          </Table>
          <Pager meta={meta} path={path} query={query} noun={nounWith(errors)} />
          {sharedIp && <p className="mt-1 text-quiet text-table">All requests on this page came from {sharedIp}.</p>}
        </>
      )}
    </>
  )
}

/** The IP address of all requests. Null if they differ, and for a single request. */
function sharedIpOf(requests: Request[]) {
  const addresses = new Set(requests.map(({ ip }) => ip))
  return requests.length > 1 && addresses.size === 1 ? (requests[0]?.ip ?? null) : null
}

const errorKinds = [
  ["4xx", "client error"],
  ["5xx", "server error"],
] as const

type ErrorLinksProps = Pick<Props, "path" | "query"> & { errors: ErrorCounts }

/** "24 client errors (4xx)", "2 server errors (5xx)": each leads to its requests. */
function ErrorLinks({ errors, path, query }: ErrorLinksProps) {
  const kinds = errorKinds.filter(([status]) => errors[status] > 0)
  if (kinds.length === 0) return null
  return (
    <p className="mb-3 flex flex-wrap gap-x-4 text-table">
      {kinds.map(([status, name]) => (
        <Link
          key={status}
          href={urlWithQuery(path, { ...query, status })}
          className="text-accent underline underline-offset-2 max-md:py-1"
        >
          {pluralize(errors[status], name)} ({status})
        </Link>
      ))}
    </p>
  )
}

/** "requests", or "requests, no errors" if the errors of all requests were counted. */
function nounWith(errors: ErrorCounts | undefined): [singular: string, plural: string] {
  const suffix = errors && errors["4xx"] + errors["5xx"] === 0 ? ", no errors" : ""
  return [`request${suffix}`, `requests${suffix}`]
}

/** The names of the keys by id, for the filter. */
const namesOf = (keys: NonNullable<Props["keys"]>) => Object.fromEntries([...keys].map(([id, { name }]) => [id, name]))

type RowProps = {
  request: Request
  href: string
  usedKey: { name: string; href: string } | undefined
  hasKeys: boolean
  hasIp: boolean
}

function Row({ request, href, usedKey, hasKeys, hasIp }: RowProps) {
  return (
    <Tr className="relative hover:bg-hover">
      {/* On phones, the first line of a card has the time and the response, the second line the request. */}
      <Td className="whitespace-nowrap text-quiet max-md:flex-1!">
        <LoggedTime at={request.created_at} />
      </Td>
      <Td className="whitespace-nowrap">
        <StatusCode status={request.status} /> <code className="text-quiet text-small">{request.code}</code>
      </Td>
      <Td className="max-md:basis-full md:w-full md:max-w-0">
        {/* The link covers the whole row. The link of the key lies above it. */}
        <Link
          href={href}
          title={pathWithQuery(request)}
          className="block truncate after:absolute after:inset-0 max-md:py-1"
        >
          <code className="text-small">
            {request.method} {shortPath(request.path)}
            <span className="text-quiet">{request.query !== null && `?${request.query}`}</span>
          </code>
        </Link>
      </Td>
      {hasKeys && (
        <Td className="whitespace-nowrap">
          {usedKey ? (
            <Link href={usedKey.href} className="relative z-10 hover:underline max-md:inline-block max-md:py-1">
              {usedKey.name}
            </Link>
          ) : (
            <code className="text-small">{request.key_id}</code>
          )}
        </Td>
      )}
      <Td className={`${numeric} whitespace-nowrap`}>{formatMilliseconds(request.duration_ms)}</Td>
      <Td className={`${numeric} whitespace-nowrap`}>{formatBytes(request.bytes)}</Td>
      {hasIp && <Td className="whitespace-nowrap text-quiet">{request.ip}</Td>}
    </Tr>
  )
}
