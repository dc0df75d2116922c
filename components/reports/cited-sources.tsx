/** The sources that AI engines cite, in a report. */
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { percent } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

export function CitedSources({ widget: { title, citations, rows_total } }: { widget: WidgetData }) {
  const hidden = rows_total - citations.length
  return (
    <>
      <Table label={title}>
        <thead>
          <tr>
            <Th>Source</Th>
            <Th>Type</Th>
            <Th className={numeric}>Answers</Th>
            <Th className={numeric}>Share of citations</Th>
          </tr>
        </thead>
        <tbody>
          {citations.map(({ key, domain, title, label, answers_n, share }) => (
            <Tr key={key}>
              <Td className="max-w-72">
                <bdi className="block break-words">{title ?? domain}</bdi>
                {key !== domain && <bdi className="block truncate text-quiet text-small">{key}</bdi>}
              </Td>
              <Td className="text-quiet">{label}</Td>
              <Td className={numeric}>{answers_n.toLocaleString("en")}</Td>
              <Td className={numeric}>{share.value === null ? "–" : percent(share.value)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {hidden > 0 && (
        <p className="mt-1 text-quiet text-table">{hidden.toLocaleString("en")} more sources are cited.</p>
      )}
    </>
  )
}
