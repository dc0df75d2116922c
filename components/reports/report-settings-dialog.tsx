/** Dialog with the name, the description and the default period of a report. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { compareNames, rangeNames } from "@/components/lists/ranges"
import { Dialog, DialogContent } from "@/components/ui/dialog"
import { Input, Options, Select, Textarea } from "@/components/ui/input"
import type { Report } from "./report-filters"

type Change = Inputs["reports"]["update"]
type Props = { report: Report; onClose: () => void }

const fields = ["name", "description", "default_range", "default_compare"]

export function ReportSettingsDialog({ report, onClose }: Props) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title="Report settings">
        <SettingsForm report={report} onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

function SettingsForm({ report, onClose }: Props) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.reports.update.mutationOptions(), {
    done: "Report settings saved",
    onDone: onClose,
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const { name = "", description = "", default_range, default_compare } = formValues(event)
        run({
          report_id: report.id,
          name,
          description: description.trim() || null,
          default_range: default_range as Change["default_range"],
          default_compare: default_compare as Change["default_compare"],
        })
      }}
    >
      <ProblemNote problem={problem} fields={fields} />
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={report.name} />
      </Field>
      <Field label="Description" name="description" hint="Shown below the title." problem={problem}>
        <Textarea rows={3} maxLength={1_000} defaultValue={report.description ?? ""} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Default period" name="default_range" problem={problem}>
          <Select defaultValue={report.default_range}>
            <Options names={rangeNames} />
          </Select>
        </Field>
        <Field label="Default comparison" name="default_compare" problem={problem}>
          <Select defaultValue={report.default_compare}>
            <Options names={compareNames} />
          </Select>
        </Field>
      </div>
      <DialogFormActions isBusy={isBusy}>Save settings</DialogFormActions>
    </form>
  )
}
