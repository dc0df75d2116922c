/**
 * Changes one field of a client in place. A pencil button beside the value replaces it with an input. Enter saves the
 * field, and Escape cancels.
 */
"use client"

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { fieldErrorAt } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { formValues } from "@/components/forms/form-values"
import { SubmitButton } from "@/components/forms/submit-button"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"
import { type ClientField, ClientInput, clientHints, readSettings, type SettingChoices } from "./client-fields"
import type { Client } from "./client-filters"

/** `noun` completes "Edit" and "Save". */
const texts: Record<ClientField, { label: string; noun: string; edit?: string; done?: string }> = {
  name: { label: "Client name", noun: "name", edit: "Rename client", done: "Client renamed" },
  website_url: { label: "Website", noun: "website" },
  domains: { label: "Domains", noun: "domains" },
  industry: { label: "Industry", noun: "industry" },
  timezone: { label: "Time zone", noun: "time zone" },
  currency: { label: "Currency", noun: "currency" },
  external_id: { label: "External ID", noun: "external ID" },
  tags: { label: "Tags", noun: "tags" },
}

type Props = {
  client: Client
  field: ClientField
  choices: SettingChoices
  /** The server renders the icon, so that it is not part of the scripts. */
  icon: ReactNode
  /** The value beside the button. The name stands in the title of the page. */
  children?: ReactNode
}

export function EditInPlace({ client, field, choices, icon, children }: Props) {
  const [isEditing, setEditing] = useState(false)
  // The input stays until the page shows the saved value, so the earlier value does not appear in between.
  const [savedJson, setSavedJson] = useState<string | null>(null)
  if (savedJson !== null && savedJson === JSON.stringify(client[field])) {
    setSavedJson(null)
    setEditing(false)
  }
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The input has replaced the button, so the focus returns to it.
    if (wasEditing.current && !isEditing) pencil.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing)
    return (
      <FieldForm
        {...{ client, field, choices }}
        isSaved={savedJson !== null}
        onSaved={(saved) => setSavedJson(JSON.stringify(saved[field]))}
        onClose={() => {
          setSavedJson(null)
          setEditing(false)
        }}
      />
    )
  const label = texts[field].edit ?? `Edit ${texts[field].noun}`
  return (
    <>
      {children}
      <Button
        ref={pencil}
        kind="quiet"
        size="icon"
        className={cn("-my-1 print:hidden", children && "ml-1 size-6 align-middle")}
        aria-label={label}
        title={label}
        onClick={() => setEditing(true)}
      >
        {icon}
      </Button>
    </>
  )
}

type FormProps = Omit<Props, "icon" | "children"> & {
  isSaved: boolean
  onSaved: (client: Client) => void
  onClose: () => void
}

function FieldForm({ client, field, choices, isSaved, onSaved, onClose }: FormProps) {
  const api = useApi()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const { label, noun, done = `${label} saved` } = texts[field]
  const { run, isBusy, problem } = useAction(api.clients.update.mutationOptions(), {
    done,
    onDone: ({ data }) => onSaved(data),
  })
  const isPending = isBusy || isSaved
  const error = isEmpty ? "Enter a name." : problem && (fieldErrorAt(problem, field) ?? problem.detail)
  const isTitle = field === "name"
  const size = isTitle ? {} : { size: "small" as const }
  const hint = clientHints[field]
  useEffect(() => {
    const input = inputOf(form.current)
    input?.focus()
    if (input && "select" in input) input.select()
  }, [])
  useEffect(() => {
    if (error) inputOf(form.current)?.focus()
  }, [error])

  function save(event: FormEvent<HTMLFormElement>) {
    const settings = readSettings(formValues(event))
    const hasNoName = settings.name === ""
    setEmpty(hasNoName)
    if (hasNoName || isPending) return
    if (JSON.stringify(settings[field]) === JSON.stringify(client[field])) onClose()
    else run({ client_id: client.id, ...settings })
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      data-title-field={isTitle ? "" : undefined}
      className="flex flex-wrap items-center gap-2"
      onSubmit={save}
      onKeyDown={({ key, nativeEvent }) => {
        // Escape also closes the suggestions of an input method, such as a Japanese one.
        if (key === "Escape" && !nativeEvent.isComposing && !isBusy) onClose()
      }}
    >
      <div className={isTitle ? "w-80 max-w-full" : "w-full"}>
        <ClientInput
          {...{ field, client, choices }}
          name={field}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="w-full text-quiet text-small">
          {hint}
        </p>
      )}
      <SubmitButton kind="primary" {...size} isBusy={isPending}>
        Save {noun}
      </SubmitButton>
      <Button {...size} disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
      {error && (
        <p id={`${id}-error`} role="alert" className="w-full text-danger-text text-small">
          {error}
          {!isEmpty && problem?.requestId && ` Request ${problem.requestId}`}
        </p>
      )}
    </form>
  )
}

/** The input of the form, which has no other named element. */
const inputOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>("[name]")
