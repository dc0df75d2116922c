/** Table of the columns of a file, with a picker for the use of each. */
"use client"

import { Options, Select } from "@/components/ui/input"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import type { PreviewProps, UseGroups } from "./upload-labels"

export function ColumnTable({ preview, choices, choose, isBusy, uses }: PreviewProps & { uses: UseGroups }) {
  return (
    <Table label="Columns" className="sm:min-w-[560px]">
      <thead>
        <tr>
          <Th>Column</Th>
          <Th className="max-sm:hidden">First values</Th>
          <Th>Contains</Th>
        </tr>
      </thead>
      <tbody>
        {preview.columns.map(({ name, key, use, is_last_day, samples }, index) => (
          // The key is the index, because a header may contain the same name twice. Only the first of them can be used.
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file never move
          <Tr key={index}>
            <Td className="break-words max-sm:max-w-36">
              <span className="font-strong">{name}</span>
              <span className="block truncate text-quiet text-small sm:hidden">{joinSamples(samples)}</span>
            </Td>
            <Td className="max-w-64 truncate text-quiet max-sm:hidden">{joinSamples(samples)}</Td>
            <Td>
              {is_last_day ? (
                "Last day (must equal the date)"
              ) : (
                <Select
                  aria-label={`Contents of ${name}`}
                  value={use}
                  disabled={isBusy}
                  className="h-8 min-w-36 text-table sm:max-w-72"
                  onChange={({ target }) => choose({ columns: { ...choices.columns, [key]: target.value } })}
                >
                  {Object.entries(uses).map(([group, options]) => (
                    <optgroup key={group} label={group}>
                      <Options names={options.map(({ value, label }) => [value, label])} />
                    </optgroup>
                  ))}
                </Select>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const joinSamples = (samples: string[]) => samples.filter((text) => text !== "").join(", ") || "–"
