/** The preview of an uploaded file: how it is read, what is missing, and what the import would store. */
"use client"

import { ErrorNote } from "@/components/forms/problem-note"
import { Section } from "@/components/frame/section"
import { periodLabel } from "@/components/lists/ranges"
import { Fact } from "@/components/ui/fact"
import { pluralize } from "@/domain/kernel/format-count"
import { ColumnTable } from "./column-table"
import { LineErrors } from "./line-errors"
import { PreviewRows } from "./preview-rows"
import { Questions } from "./questions"
import { ReadingChoices } from "./reading-choices"
import {
  delimiterNames,
  encodingNames,
  formatNumber,
  type Preview,
  type PreviewProps,
  type UseGroups,
} from "./upload-labels"

type Props = PreviewProps & { uses: UseGroups; metricNames: Record<string, string> }

export function PreviewSections({ uses, metricNames, ...props }: Props) {
  const { preview } = props
  return (
    <>
      {preview.problems.length > 0 && (
        <div className="mb-6 max-w-[640px]">
          <ErrorNote>{preview.problems.join(" ")}</ErrorNote>
        </div>
      )}
      <Questions {...props} />
      {preview.errors_total > 0 && <LineErrors {...props} />}
      <Section title="File" lead="Check how the file is read. Nothing is stored before you import it.">
        <FileFacts preview={preview} />
        <ReadingChoices {...props} />
      </Section>
      <Totals preview={preview} metricNames={metricNames} />
      <Section
        title="Columns"
        lead={`What each column contains. ${ignoredText(preview)} Ratios such as CTR are computed from their parts.`}
      >
        <ColumnTable {...props} uses={uses} />
      </Section>
      {preview.rows.length > 0 && (
        <Section title="First lines" lead="As they will be stored.">
          <PreviewRows preview={preview} />
        </Section>
      )}
    </>
  )
}

function ignoredText({ columns }: Preview) {
  const ignored = columns.filter(({ use }) => use === "ignored").length
  return ignored === 0 ? "" : `${pluralize(ignored, "column")} ${ignored === 1 ? "is" : "are"} ignored.`
}

function FileFacts({ preview }: { preview: Preview }) {
  const { encoding, delimiter, from, to, days, lines_read, total_lines, accounts, currencies } = preview
  return (
    <dl className="mb-6 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
      <Fact name="Encoding">
        {encodingNames[encoding] ?? encoding}, separated by {delimiterNames[delimiter] ?? delimiter}
      </Fact>
      <Fact name="Lines">{lines_read > 0 ? formatNumber(lines_read) : "not read yet"}</Fact>
      {total_lines > 0 && <Fact name="Lines with totals, skipped">{formatNumber(total_lines)}</Fact>}
      <Fact name="Days">
        {from && to ? `${pluralize(days, "day")}, ${periodLabel({ from, to })}` : "not known yet"}
      </Fact>
      <Fact name="Account">{accounts.join(", ") || "not known yet"}</Fact>
      <Fact name="Currency">{currencies.join(", ") || "–"}</Fact>
    </dl>
  )
}

function Totals({ preview: { totals }, metricNames }: { preview: Preview; metricNames: Record<string, string> }) {
  const entries = Object.entries(totals)
  if (entries.length === 0) return null
  return (
    <Section title="Totals" lead="Over all days of the file. Compare them with the platform.">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        {entries.map(([metric, total]) => (
          <Fact key={metric} name={metricNames[metric] ?? metric}>
            <span className="figures text-title">{formatNumber(total)}</span>
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
