/** Pickers for the format of a file, the order of its dates and its decimal mark. */
"use client"

import { LabeledField } from "@/components/lists/labeled-field"
import { Options, Select } from "@/components/ui/input"
import {
  type Choices,
  dateOrderNames,
  decimalMarkNames,
  formatNames,
  formatOf,
  type PreviewProps,
  type Question,
} from "./upload-labels"

export function ReadingChoices({ preview, choices, choose, isBusy }: PreviewProps) {
  const isAsked = (kind: Question["kind"]) => preview.questions.some((question) => question.kind === kind)
  return (
    <div className="flex flex-wrap gap-4">
      <Picker
        id="format"
        label="Format"
        value={choices.provider ?? formatOf(preview)}
        names={formatNames}
        isDisabled={isBusy}
        // Resets the columns, because their names mean something else in another format.
        onChoose={(provider) => choose({ provider: provider as Choices["provider"], columns: undefined })}
      />
      {preview.dates && !isAsked("dates") && (
        <Picker
          id="dates"
          label="Dates"
          value={preview.dates}
          names={dateOrderNames}
          isDisabled={isBusy}
          onChoose={(dates) => choose({ dates: dates as Choices["dates"] })}
        />
      )}
      {!isAsked("decimals") && (
        <Picker
          id="decimal-mark"
          label="Decimal mark"
          value={preview.decimal_mark}
          names={decimalMarkNames}
          isDisabled={isBusy}
          onChoose={(mark) => choose({ decimal_mark: mark as Choices["decimal_mark"] })}
        />
      )}
    </div>
  )
}

type PickerProps = {
  id: string
  label: string
  value: string
  names: Record<string, string>
  isDisabled: boolean
  onChoose: (value: string) => void
}

const Picker = ({ id, label, value, names, isDisabled, onChoose }: PickerProps) => (
  <LabeledField id={id} label={label}>
    <Select
      id={id}
      value={value}
      disabled={isDisabled}
      className="h-8 w-auto min-w-36 text-table"
      onChange={({ target }) => onChoose(target.value)}
    >
      <Options names={names} />
    </Select>
  </LabeledField>
)
