/** Dialog that creates a client and opens its page. */
"use client"

import { useRouter } from "next/navigation"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { useOpenFromUrl } from "@/components/forms/use-open-from-url"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Input, Select } from "@/components/ui/input"

/** `path` is the path of the client list, `zone` the team's time zone. */
type Props = { path: string; zone: string; timezones: string[] }

export function NewClientDialog(props: Props) {
  return (
    <Dialog {...useOpenFromUrl()}>
      <DialogTrigger>
        <Button kind="primary">New client</Button>
      </DialogTrigger>
      <DialogContent title="New client" description="Reports, metrics and AI visibility projects belong to a client.">
        <ClientForm {...props} />
      </DialogContent>
    </Dialog>
  )
}

function ClientForm({ path, zone, timezones }: Props) {
  const api = useApi()
  const router = useRouter()
  const { run, isBusy, problem, output } = useAction(api.clients.create.mutationOptions(), {
    onDone: ({ data }) => router.push(`${path}/${data.id}`),
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const { name = "", timezone } = formValues(event)
        run({ name, timezone: timezone || null })
      }}
    >
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" />
      </Field>
      <Field label="Time zone" name="timezone" hint="Determines when a day starts." problem={problem}>
        <Select>
          <option value="">Team default: {zone}</option>
          {timezones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <ProblemNote problem={problem} fields={["name", "timezone"]} />
      <DialogFormActions isBusy={isBusy || output !== undefined}>Create client</DialogFormActions>
    </form>
  )
}
