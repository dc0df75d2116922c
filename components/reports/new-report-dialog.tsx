/** Dialog that creates a report from a template or as a copy of another one, and opens it. */
"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data, Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import type { ClientChoices } from "@/components/clients/client-choices"
import { ClientSelectField } from "@/components/clients/client-select-field"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { useOpenFromUrl } from "@/components/forms/use-open-from-url"
import { Button } from "@/components/ui/button"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Input, Options, Select } from "@/components/ui/input"
import type { Report } from "./report-filters"

type Template = Data<"reports", "listTemplates">[number]
type Props = {
  /** The path of the report list. */
  path: string
  choices: ClientChoices
  templates: Template[]
  /** The reports that can be copied. */
  reports: Pick<Report, "id" | "name" | "client_id">[]
  /** The report that the form starts with when it first opens. */
  copiedId: string | null
  /** Names of the clients of `reports`, by id. A client without a name here is left out. */
  clientNames: Record<string, string>
}

export function NewReportDialog(props: Props) {
  const { open, onOpenChange } = useOpenFromUrl()
  const [copiedId, setCopiedId] = useState(props.copiedId)
  function change(isOpen: boolean) {
    if (!isOpen) setCopiedId(null)
    onOpenChange(isOpen)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger>
        <Button kind="primary">New report</Button>
      </DialogTrigger>
      <DialogContent
        title="New report"
        description="A new report is a draft. Only your team sees it until you share it."
      >
        <ReportForm {...props} copiedId={copiedId} />
      </DialogContent>
    </Dialog>
  )
}

/** In the field "Start with", the value of a report to copy is this prefix and its id. Other values are templates. */
const copyPrefix = "copy:"

function ReportForm({ path, choices, templates, reports, copiedId, clientNames }: Props) {
  const api = useApi()
  const router = useRouter()
  const firstTemplate = templates.find(({ id }) => id === "overview")?.id ?? "blank"
  const [start, setStart] = useState<string>(copiedId ? copyPrefix + copiedId : firstTemplate)
  const { run, isBusy, problem, output } = useAction(api.reports.create.mutationOptions(), {
    onDone: ({ data }) => router.push(`${path}/${data.id}${data.widgets_count === 0 ? "/edit" : ""}`),
  })
  const hint =
    templates.find(({ id }) => id === start)?.description ??
    "Goals, AI visibility projects and data sources of another client are left out."
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const { client_id = "", name = "" } = formValues(event)
        run({ client_id, name, ...startInput(start) })
      }}
    >
      <ProblemNote problem={problem} fields={["client_id", "name", "template", "copy_of_report_id"]} />
      <ClientSelectField choices={choices} problem={problem} />
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" placeholder="Monthly performance" />
      </Field>
      <Field
        label="Start with"
        name={start.startsWith(copyPrefix) ? "copy_of_report_id" : "template"}
        hint={hint}
        problem={problem}
      >
        <Select value={start} onChange={({ target }) => setStart(target.value)}>
          <StartOptions templates={templates} reports={reports} clientNames={clientNames} />
        </Select>
      </Field>
      <DialogFormActions isBusy={isBusy || output !== undefined}>Create report</DialogFormActions>
    </form>
  )
}

function StartOptions({ templates, reports, clientNames }: Pick<Props, "templates" | "reports" | "clientNames">) {
  return (
    <>
      <optgroup label="Templates">
        <Options names={templates.map(({ id, name }) => [id, name])} />
      </optgroup>
      {reports.length > 0 && (
        <optgroup label="Copy of">
          <Options
            names={reports.map(({ id, name, client_id }) => [
              copyPrefix + id,
              [name, clientNames[client_id]].filter(Boolean).join(", "),
            ])}
          />
        </optgroup>
      )}
    </>
  )
}

const startInput = (start: string): Pick<Inputs["reports"]["create"], "template" | "copy_of_report_id"> =>
  start.startsWith(copyPrefix)
    ? { copy_of_report_id: start.slice(copyPrefix.length) }
    : { template: start as Template["id"] }
