/** Dialog that changes the settings of a client. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { type ClientField, ClientInput, clientHints, readSettings, type SettingChoices } from "./client-fields"
import type { Client } from "./client-filters"

type Props = { client: Client; choices: SettingChoices }

export function EditClientDialog({ client, choices }: Props) {
  return (
    <FormDialog trigger={<Button>Edit client</Button>} title={`Edit ${client.name}`} className="max-w-xl">
      {(close) => <ClientForm client={client} choices={choices} onDone={close} />}
    </FormDialog>
  )
}

const fields: [field: ClientField, label: string][] = [
  ["name", "Name"],
  ["website_url", "Website"],
  ["domains", "Domains"],
  ["industry", "Industry"],
  ["external_id", "External ID"],
  ["timezone", "Time zone"],
  ["currency", "Currency"],
  ["tags", "Tags"],
]

/** Two of these share a row. */
const halves: ClientField[] = ["industry", "external_id", "timezone", "currency"]

function ClientForm({ client, choices, onDone }: Props & { onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.clients.update.mutationOptions(), { done: "Client updated", onDone })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => run({ client_id: client.id, ...readSettings(formValues(event)) })}
    >
      <ProblemNote problem={problem} fields={fields.map(([field]) => field)} />
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map(([field, label]) => {
          const hint = clientHints[field]
          return (
            <div key={field} className={halves.includes(field) ? "" : "sm:col-span-2"}>
              <Field label={label} name={field} problem={problem} {...(hint && { hint })}>
                <ClientInput {...{ field, client, choices }} />
              </Field>
            </div>
          )
        })}
      </div>
      <DialogFormActions isBusy={isBusy}>Save client</DialogFormActions>
    </form>
  )
}
