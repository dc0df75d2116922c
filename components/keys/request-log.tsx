/** What was asked with a key, newest first. */

import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { address, Pager } from "@/components/lists/pager"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { type LogQuery, sinceHours, statusNames } from "./log-filters"
import { StatusCode } from "./status-code"

type Request = Data<"keys", "listRequests">[number]
type Props = {
  requests: Request[]
  meta: Parameters<typeof Pager>[0]["meta"]
  path: string
  query: LogQuery
  /** The names of the keys, where the log is of all of them. */
  keys?: Map<string, { name: string; href: string }>
}

export function RequestLog({ requests, meta, path, query, keys }: Props) {
  const { status, since } = query
  return (
    <>
      <FilterForm path={path}>
        <FilterSelect label="Answer" name="status" all="any" choices={statusNames} value={status} />
        <FilterSelect label="When" name="since" all="any time" choices={sinceHours} value={since} />
      </FilterForm>
      {requests.length === 0 ? (
        <Empty title={status || since ? "No such requests" : "No requests"}>
          {status || since ? (
            <Link href={address(path, {})}>Show all of them</Link>
          ) : (
            "The first one shows here at once."
          )}
        </Empty>
      ) : (
        <>
          <Table label="Requests" className="min-w-[720px]">
            <thead>
              <tr>
                <Th>When</Th>
                {keys && <Th>Key</Th>}
                <Th>Request</Th>
                <Th>Answer</Th>
                <Th className={numeric}>Time</Th>
                <Th className={numeric}>Size</Th>
                <Th>From</Th>
              </tr>
            </thead>
            <tbody>
              {requests.map((request) => (
                <Row
                  key={request.id}
                  request={request}
                  usedKey={keys?.get(request.key_id)}
                  hasKeys={keys !== undefined}
                />
              ))}
            </tbody>
          </Table>
          <Pager meta={meta} path={path} query={query} noun={["request", "requests"]} />
        </>
      )}
    </>
  )
}

type RowProps = { request: Request; usedKey: { name: string; href: string } | undefined; hasKeys: boolean }

function Row({ request, usedKey, hasKeys }: RowProps) {
  return (
    <Tr>
      <Td className="text-quiet">
        <Time at={request.created_at} />
      </Td>
      {hasKeys && (
        <Td className="whitespace-nowrap">
          {usedKey && (
            <Link href={usedKey.href} className="hover:underline">
              {usedKey.name}
            </Link>
          )}
        </Td>
      )}
      <Td className="max-w-80">
        <code className="block truncate text-small" title={request.path}>
          {request.method} {request.path}
        </code>
      </Td>
      <Td className="whitespace-nowrap">
        <StatusCode status={request.status} /> <code className="text-quiet text-small">{request.code}</code>
      </Td>
      <Td className={numeric}>{duration(request.duration_ms)}</Td>
      <Td className={numeric}>{size(request.bytes)}</Td>
      <Td className="whitespace-nowrap text-quiet">{request.ip}</Td>
    </Tr>
  )
}

const duration = (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString("en")} ms`)
const size = (bytes: number) => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`)
