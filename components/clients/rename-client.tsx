/**
 * Changes the name of a client in place. A pencil button beside the title replaces the title with a field. Enter saves
 * the name, and Escape cancels.
 */
"use client"

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { fieldErrorAt } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { formValues } from "@/components/forms/form-values"
import { SubmitButton } from "@/components/forms/submit-button"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"

type Client = { id: string; name: string }

/** The server renders the icon, so that it is not part of the scripts. */
type Props = { client: Client; icon: ReactNode }

export function RenameClient({ client, icon }: Props) {
  const [isEditing, setEditing] = useState(false)
  // The field stays until the page shows the saved name, so the earlier name does not appear in between.
  const [savedName, setSavedName] = useState<string | null>(null)
  if (savedName !== null && savedName === client.name) {
    setSavedName(null)
    setEditing(false)
  }
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The field has replaced the button, so the focus returns to it.
    if (wasEditing.current && !isEditing) pencil.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing)
    return (
      <NameForm
        client={client}
        isSaved={savedName !== null}
        onSaved={setSavedName}
        onClose={() => {
          setSavedName(null)
          setEditing(false)
        }}
      />
    )
  return (
    <Button
      ref={pencil}
      kind="quiet"
      size="icon"
      className="-my-1 print:hidden"
      aria-label="Rename client"
      title="Rename client"
      onClick={() => setEditing(true)}
    >
      {icon}
    </Button>
  )
}

type FormProps = { client: Client; isSaved: boolean; onSaved: (name: string) => void; onClose: () => void }

function NameForm({ client: { id, name }, isSaved, onSaved, onClose }: FormProps) {
  const api = useApi()
  const errorId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const { run, isBusy, problem } = useAction(api.clients.update.mutationOptions(), {
    done: "Client renamed",
    onDone: ({ data }) => onSaved(data.name),
  })
  const isPending = isBusy || isSaved
  const error = isEmpty ? "Enter a name." : problem && (fieldErrorAt(problem, "name") ?? problem.detail)
  useEffect(() => field.current?.select(), [])
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])

  function save(event: FormEvent<HTMLFormElement>) {
    const changed = (formValues(event)["name"] ?? "").trim()
    setEmpty(changed === "")
    if (changed === "" || isPending) return
    if (changed === name) onClose()
    else run({ client_id: id, name: changed })
  }

  return (
    <form method="post" noValidate data-title-field="" className="flex flex-wrap items-center gap-2" onSubmit={save}>
      <Input
        ref={field}
        name="name"
        aria-label="Client name"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        maxLength={120}
        autoComplete="off"
        readOnly={isPending}
        defaultValue={name}
        onKeyDown={({ key, nativeEvent }) => {
          // Escape also closes the suggestions of an input method, such as a Japanese one.
          if (key === "Escape" && !nativeEvent.isComposing && !isBusy) onClose()
        }}
        className="w-80 max-w-full"
      />
      <SubmitButton kind="primary" isBusy={isPending}>
        Save name
      </SubmitButton>
      <Button disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
      {error && (
        <p id={errorId} role="alert" className="w-full text-danger-text text-small">
          {error}
          {!isEmpty && problem?.requestId && ` Request ${problem.requestId}`}
        </p>
      )}
    </form>
  )
}
