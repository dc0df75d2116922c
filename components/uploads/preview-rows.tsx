/** Table of the first lines of a file, as they will be stored. */
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import type { Preview } from "./upload-labels"

export function PreviewRows({ preview }: { preview: Preview }) {
  const { stored_columns, rows } = withoutEmptyAccount(preview)
  const [accountColumn] = preview.stored_columns
  // An account is an ID and not a number, even if it has only digits.
  const isNumeric = stored_columns.map(
    (name, index) => name !== accountColumn && rows.every((row) => /^-?[\d.]*$/.test(row[index] ?? "")),
  )
  return (
    <Table label="First lines" isCards className="md:min-w-[560px]">
      <thead>
        <tr>
          {stored_columns.map((name, index) => (
            <Th key={name} className={isNumeric[index] ? numeric : ""}>
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
              <Td key={name} label={name} className={isNumeric[index] ? numeric : "whitespace-nowrap"}>
                {row[index] || "–"}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/**
 * Leaves out the account, which is the first column, if it is not known yet. Other empty columns stay, because later
 * lines of the file can have values in them.
 */
function withoutEmptyAccount({ stored_columns, rows }: Preview) {
  if (rows.some(([account]) => account)) return { stored_columns, rows }
  return { stored_columns: stored_columns.slice(1), rows: rows.map((row) => row.slice(1)) }
}
