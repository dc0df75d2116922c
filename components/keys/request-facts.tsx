/** Shows a logged request: its properties, and a table of its parameters. */
import type { Data } from "@/components/api/types"
import { formatBytes } from "@/components/format-bytes"
import { formatMilliseconds } from "@/components/format-duration"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { CopyIconButton } from "@/components/ui/copy-button"
import { Fact } from "@/components/ui/fact"
import { Table, Td, Th, Tr } from "@/components/ui/table"

type Props = { request: Data<"keys", "getRequest">; usedKey: { name: string; href: string } | null }

export function RequestFacts({ request, usedKey }: Props) {
  const { id, code, path, route, duration_ms, db_ms, bytes, ip, user_agent, created_at } = request
  return (
    <dl className="mb-10 grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-3">
      <Fact name="Request ID" isWide>
        <span className="flex items-center gap-1">
          <code className="select-all break-all">{id}</code>
          <CopyIconButton text={id} label="Copy request ID" />
        </span>
      </Fact>
      <Fact name="When">
        <Time at={created_at} />
      </Fact>
      <Fact name="Key">
        {usedKey ? (
          <Link href={usedKey.href} className="underline underline-offset-2">
            {usedKey.name}
          </Link>
        ) : (
          <code className="break-all">{request.key_id}</code>
        )}
      </Fact>
      {code && (
        <Fact name="Error code">
          <code>{code}</code>
        </Fact>
      )}
      <Fact name="Duration">
        {formatMilliseconds(duration_ms)}
        {db_ms !== null && <span className="text-quiet">, of which {formatMilliseconds(db_ms)} in the database</span>}
      </Fact>
      <Fact name="Response size">{formatBytes(bytes)}</Fact>
      {route && route !== path && (
        <Fact name="Route" isWide>
          <code className="break-all">{route}</code>
        </Fact>
      )}
      <Fact name="IP address">{ip ?? "unknown"}</Fact>
      <Fact name="User agent" isWide>
        <span className="break-words">{user_agent ?? "none"}</span>
      </Fact>
    </dl>
  )
}

type Parameter = { name: string; value: string }

/** The decoded parameters. */
export function RequestParameters({ parameters }: { parameters: Parameter[] }) {
  // The index is part of the id, because a parameter may occur twice. It is stable, because the list never changes.
  const rows = parameters.map((parameter, index) => ({ ...parameter, id: `${index}:${parameter.name}` }))
  return (
    <Table label="Parameters">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Value</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, value }) => (
          <Tr key={id}>
            <Td>
              <code className="break-all">{name}</code>
            </Td>
            <Td>
              <code className="break-all">{value}</code>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
