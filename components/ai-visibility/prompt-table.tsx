/** Prompts, and how the own brand does in the answers to them. */
import type { Data } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { position, share } from "./figure-words"

export function PromptTable({ prompts }: { prompts: Data<"aiVisibility", "listPrompts"> }) {
  return (
    <Table label="Prompts" className="min-w-[640px]">
      <thead>
        <tr>
          <Th>Prompt</Th>
          <Th className={numeric}>Visibility</Th>
          <Th className={numeric}>Position</Th>
          <Th className={numeric}>Competitors named</Th>
          <Th className={numeric}>Answers</Th>
        </tr>
      </thead>
      <tbody>
        {prompts.map(({ id, text, is_branded, latest }) => (
          <Tr key={id}>
            <Td className="min-w-64">
              {text} {is_branded && <Badge>names the brand</Badge>}
              {latest?.is_gap && <Badge state="caution">gap: only competitors</Badge>}
            </Td>
            <Td className={numeric}>{latest ? share(latest.visibility) : "–"}</Td>
            <Td className={numeric}>{position({ value: latest?.average_position ?? null })}</Td>
            <Td className={numeric}>{latest?.competitors_mentioned_n ?? "–"}</Td>
            <Td className={`${numeric} text-quiet`}>{latest?.answers_n ?? "–"}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
