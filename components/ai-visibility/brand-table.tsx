/** Brands by how visible they are, with the intervals on one shared axis. */
import type { Data } from "@/components/api/types"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { bounds, engineName, position, share } from "./figure-words"
import { IntervalBar } from "./interval-bar"

type Row = Data<"aiVisibility", "getMetrics">["rows"][number]

export function BrandTable({ rows }: { rows: Row[] }) {
  const isOfOneBrand = rows.every((row) => groupOf(row) !== "" && row.brand.id === rows[0]?.brand.id)
  const most = Math.max(0.05, ...rows.map(({ visibility }) => visibility.ci?.high ?? visibility.value ?? 0))
  return (
    <Table label="Brands" className="min-w-[680px]">
      <thead>
        <tr>
          <Th className="first-letter:uppercase">
            {isOfOneBrand ? Object.keys(rows[0]?.group ?? {}).join(", ") : "Brand"}
          </Th>
          <Th className={numeric}>Visibility</Th>
          <Th className="w-[28%]">0 to {Math.round(most * 100)} %, 95 % interval</Th>
          <Th className={numeric}>Share of voice</Th>
          <Th className={numeric}>Position</Th>
          <Th className={numeric}>Cited</Th>
          <Th className={numeric}>Answers</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={`${row.brand.id} ${Object.values(row.group).join(" ")}`}>
            <Td>{isOfOneBrand ? groupOf(row) : <BrandName row={row} />}</Td>
            <Td className={numeric} title={bounds(row.visibility)}>
              {share(row.visibility)}
            </Td>
            <Td>
              <IntervalBar figure={row.visibility} most={most} />
              <span className="sr-only">{bounds(row.visibility)}</span>
            </Td>
            <Td className={numeric}>{share(row.share_of_voice)}</Td>
            <Td className={numeric}>{position(row.average_position)}</Td>
            <Td className={numeric}>{share(row.citation_rate)}</Td>
            <Td className={`${numeric} text-quiet`}>{row.answers_n.toLocaleString("en")}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function BrandName({ row }: { row: Row }) {
  const isOwn = row.brand.kind === "own"
  return (
    <>
      <span className={isOwn ? "font-strong" : ""}>{row.brand.name}</span>
      {isOwn && <span className="text-quiet"> (own)</span>}
      {groupOf(row) && <span className="text-quiet"> · {groupOf(row)}</span>}
    </>
  )
}

const groupOf = ({ group: { engine, ...others } }: Row) =>
  [engine && engineName(engine), ...Object.values(others)].filter(Boolean).join(" · ")
