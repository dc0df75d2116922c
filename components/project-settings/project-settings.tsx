/** Forms for the name and the status of a project. */
"use client"

import type { ReactNode } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Section } from "@/components/frame/section"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"
import type { Project } from "./scan-settings"

export function ProjectSettings({ project }: { project: Project }) {
  const { name, status } = project
  return (
    <div className="max-w-[640px]">
      {status !== "archived" && (
        <div className="mb-10">
          <NameForm project={project} />
        </div>
      )}
      <Section title="Status" lead={statusTexts[status]}>
        <div className="flex flex-wrap gap-2">
          {status === "active" ? (
            <StatusButton project={project} to="paused" label="Pause project" title={`Pause ${name}?`} isHarmless>
              No scan starts until you resume the project. Its metrics stay readable.
            </StatusButton>
          ) : (
            <StatusButton
              project={project}
              to="active"
              label={status === "paused" ? "Resume project" : "Reactivate project"}
              title={status === "paused" ? `Resume ${name}?` : `Reactivate ${name}?`}
              isHarmless
            >
              Scheduled scans start again, and you can change the project.
            </StatusButton>
          )}
          {status !== "archived" && (
            <StatusButton project={project} to="archived" label="Archive project" title={`Archive ${name}?`}>
              Scans no longer start, and you cannot change the project. Its metrics stay readable, here and through the
              API. You can reactivate it at any time.
            </StatusButton>
          )}
        </div>
      </Section>
    </div>
  )
}

const statusTexts: Record<Project["status"], string> = {
  active: "The project is active. Scans can start.",
  paused: "The project is paused. No scan starts.",
  archived: "The project is archived. No scan starts, and its settings cannot be changed.",
}

function NameForm({ project }: { project: Project }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.aiVisibility.updateProject.mutationOptions(), { done: "Name changed" })
  return (
    <form
      method="post"
      className="grid gap-3"
      onSubmit={(event) => run({ project_id: project.id, name: formValues(event).name })}
    >
      <Field label="Name" name="name" problem={problem}>
        <Input required maxLength={120} autoComplete="off" defaultValue={project.name} />
      </Field>
      <ProblemNote problem={problem} fields={["name"]} />
      <div>
        <SubmitButton isBusy={isBusy}>Save name</SubmitButton>
      </div>
    </form>
  )
}

type StatusProps = {
  project: Project
  to: Project["status"]
  label: string
  title: string
  isHarmless?: boolean
  children: ReactNode
}

function StatusButton({ project, to, label, title, isHarmless, children }: StatusProps) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button kind={isHarmless ? "plain" : "quiet"}>{label}</Button>}
      title={title}
      action={label}
      isHarmless={isHarmless ?? false}
      mutation={api.aiVisibility.updateProject.mutationOptions()}
      input={{ project_id: project.id, status: to }}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
