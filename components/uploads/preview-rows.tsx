/** Table of the first lines of a file, as they will be stored. */
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import type { Preview } from "./upload-labels"

export function PreviewRows({ preview }: { preview: Preview }) {
  const { stored_columns, rows } = withoutEmptyColumns(preview)
  // An account is an ID, even if it has only digits.
  const isNumber = stored_columns.map(
    (name, index) => name !== preview.stored_columns[0] && rows.every((row) => /^-?[\d.]*$/.test(row[index] ?? "")),
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

/** Without columns that have no value in any line, such as an account that is not known yet. */
function withoutEmptyColumns({ stored_columns, rows }: Preview) {
  const hasValue = stored_columns.map((_, index) => rows.some((row) => row[index]))
  const filled = (values: readonly string[]) => values.filter((_, index) => hasValue[index])
  return { stored_columns: filled(stored_columns), rows: rows.map(filled) }
}
