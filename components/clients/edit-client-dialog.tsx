/** Dialog that changes the settings of a client. */
"use client"

import { type FormEvent, useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { sitesOf } from "@/components/project-settings/lines"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Input, Select, Textarea } from "@/components/ui/input"
import type { Client } from "./client-filters"

export type ClientChoices = {
  /** The team's time zone and currency, used by clients that set none. */
  zone: string
  currency: string
  timezones: string[]
  currencies: { code: string; name: string }[]
}

type Props = { client: Client; choices: ClientChoices }

export function EditClientDialog({ client, choices }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button>Edit client</Button>
      </DialogTrigger>
      <DialogContent title={`Edit ${client.name}`} className="max-w-xl">
        <ClientForm client={client} choices={choices} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

const fields = ["name", "website_url", "domains", "industry", "timezone", "currency", "external_id", "tags"]

function ClientForm({ client, choices, onDone }: Props & { onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.clients.update.mutationOptions(), { done: "Client updated", onDone })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => run({ client_id: client.id, ...settingsIn(event) })}
    >
      <ProblemNote problem={problem} fields={fields} />
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={client.name} />
      </Field>
      <Field label="Website" name="website_url" hint="For example https://example.com." problem={problem}>
        <Input inputMode="url" autoComplete="off" spellCheck={false} defaultValue={client.website_url ?? ""} />
      </Field>
      <Field
        label="Domains"
        name="domains"
        hint="One per line, such as example.com. Lists show the first one."
        problem={problem}
      >
        <Textarea rows={2} spellCheck={false} defaultValue={client.domains.join("\n")} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Industry" name="industry" problem={problem}>
          <Input maxLength={80} autoComplete="off" defaultValue={client.industry ?? ""} />
        </Field>
        <Field label="External ID" name="external_id" hint="The client's ID in your own system." problem={problem}>
          <Input
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            defaultValue={client.external_id ?? ""}
          />
        </Field>
        <Field label="Time zone" name="timezone" hint="Determines when a day starts." problem={problem}>
          <Select defaultValue={client.timezone ?? ""}>
            <option value="">Team default: {choices.zone}</option>
            {choices.timezones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field label="Currency" name="currency" hint="Used for all amounts." problem={problem}>
          <Select defaultValue={client.currency ?? ""}>
            <option value="">Team default: {choices.currency}</option>
            {choices.currencies.map(({ code, name }) => (
              <option key={code} value={code}>
                {code} · {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Tags" name="tags" hint="Separated by commas." problem={problem}>
        <Input maxLength={900} autoComplete="off" defaultValue={client.tags.join(", ")} />
      </Field>
      <DialogFormActions isBusy={isBusy}>Save client</DialogFormActions>
    </form>
  )
}

/** Reads the form. An empty field is stored as null. */
function settingsIn(event: FormEvent<HTMLFormElement>): Omit<Inputs["clients"]["update"], "client_id"> {
  const { name = "", website_url, domains, industry, timezone, currency, external_id, tags = "" } = formValues(event)
  return {
    name,
    website_url: website_url?.trim() || null,
    domains: sitesOf(domains),
    industry: industry?.trim() || null,
    timezone: timezone || null,
    currency: currency || null,
    external_id: external_id?.trim() || null,
    tags: tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  }
}
