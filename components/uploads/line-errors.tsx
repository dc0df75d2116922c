/** Lists the lines of a file that cannot be read, and offers to import only the days without errors. */
"use client"

import { Section } from "@/components/frame/section"
import { Checkbox } from "@/components/ui/checkbox"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import type { PreviewProps } from "./upload-labels"

const partialAdvice = "Correct the file and upload it again, or import only the days without errors."
const wholeFileAdvice =
  "Correct the file and upload it again. You can't import part of this file, because lines without a readable date could belong to any day."

export function LineErrors({ preview, choices, choose, isBusy }: PreviewProps) {
  const { errors, errors_total, may_be_partial, days_left_out } = preview
  return (
    <Section
      title="Lines with errors"
      lead={`${pluralize(errors_total, "line")} of the file cannot be read. ${may_be_partial ? partialAdvice : wholeFileAdvice}`}
    >
      <Table optionsName="lines-with-errors" label="Lines with errors">
        <thead>
          <tr>
            <Th>Line</Th>
            <Th>Day</Th>
            <Th>Error</Th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, day, detail }) => (
            <Tr key={line}>
              <Td className="figures">{line}</Td>
              <Td className="whitespace-nowrap text-quiet">{day ?? "–"}</Td>
              <Td className="break-words">{detail}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {errors_total > errors.length && (
        <p className="mt-2 text-quiet">And {pluralize(errors_total - errors.length, "more line")}.</p>
      )}
      {may_be_partial && (
        <div className="mt-3">
          <Checkbox
            checked={choices.partial === true}
            disabled={isBusy}
            onChange={({ target }) => choose({ partial: target.checked || undefined })}
          >
            Import only the days without errors. Data already stored for the{" "}
            {days_left_out.length === 1 ? "day" : `${count(days_left_out.length)} days`} with errors does not change.
          </Checkbox>
        </div>
      )}
    </Section>
  )
}
