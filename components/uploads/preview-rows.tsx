/** Table of the first lines of a file, as they will be stored. */
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import type { Preview } from "./upload-labels"

export function PreviewRows({ preview: { stored_columns, rows } }: { preview: Preview }) {
  const isNumber = stored_columns.map((_, index) =>
    rows.every((row) => index > 1 && /^-?[\d.]*$/.test(row[index] ?? "")),
  )
  return (
    <Table label="First lines" isCards className="md:min-w-[560px]">
      <thead>
        <tr>
          {stored_columns.map((name, index) => (
            <Th key={name} className={isNumber[index] ? numeric : ""}>
              {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file never move
          <Tr key={number}>
            {stored_columns.map((name, index) => (
              <Td key={name} label={name} className={isNumber[index] ? numeric : "whitespace-nowrap"}>
                {row[index] || "–"}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
