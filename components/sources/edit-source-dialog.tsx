/** Dialog that changes the name and the schedule of a data source. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Input, NumberInput, Options, Select } from "@/components/ui/input"
import { frequencyNames, type Source } from "./source-labels"

export function EditSourceDialog({ source }: { source: Source }) {
  return (
    <FormDialog trigger={<Button>Edit</Button>} title={`Edit ${source.display_name}`}>
      {(close) => <SourceForm source={source} onDone={close} />}
    </FormDialog>
  )
}

function SourceForm({ source, onDone }: { source: Source; onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.dataSources.update.mutationOptions(), {
    done: "Settings saved",
    onDone,
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const { display_name = "", sync_frequency, lookback_days } = formValues(event)
        run({
          data_source_id: source.id,
          display_name,
          sync_frequency: sync_frequency as Source["sync_frequency"],
          lookback_days: Number(lookback_days),
        })
      }}
    >
      <Field label="Name" name="display_name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={source.display_name} />
      </Field>
      <Field label="Frequency" name="sync_frequency" problem={problem}>
        <Select defaultValue={source.sync_frequency}>
          <Options names={frequencyNames} />
        </Select>
      </Field>
      <Field
        label="Look-back days"
        name="lookback_days"
        hint="Each sync reads this many past days again, because platforms change them."
        problem={problem}
      >
        <NumberInput min={1} max={90} required defaultValue={source.lookback_days} className="w-28" />
      </Field>
      <ProblemNote problem={problem} fields={["display_name", "sync_frequency", "lookback_days"]} />
      <DialogFormActions isBusy={isBusy}>Save settings</DialogFormActions>
    </form>
  )
}
