/** The domains that answers cite. */
import type { Data } from "@/components/api/types"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { share } from "./figure-words"

export function SourceTable({ sources }: { sources: Data<"aiVisibility", "listCitations"> }) {
  return (
    <Table label="Sources" className="min-w-[480px]">
      <thead>
        <tr>
          <Th>Domain</Th>
          <Th>Kind</Th>
          <Th className={numeric}>Citations</Th>
          <Th className={numeric}>Share</Th>
          <Th className={numeric}>Answers</Th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <Tr key={source.key}>
            <Td>{source.key}</Td>
            <Td className="text-quiet">{source.source_class}</Td>
            <Td className={numeric}>{source.citations_n.toLocaleString("en")}</Td>
            <Td className={numeric}>{share(source.share)}</Td>
            <Td className={numeric}>{source.answers_n.toLocaleString("en")}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
