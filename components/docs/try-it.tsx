/**
 * Calls an operation of the API as the signed-in user, and shows the status and the response. Links to the anchor of an
 * operation choose it.
 */
"use client"

import { type FormEvent, useEffect, useId, useState } from "react"
import { LabeledField } from "@/components/lists/labeled-field"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"
import { Input, Options, Select } from "@/components/ui/input"

type Parameter = {
  name: string
  type: "text" | "number" | "boolean" | "list"
  isRequired: boolean
  choices: string[]
  placeholder: string
}
export type OperationForm = { id: string; anchor: string; summary: string; path: string; parameters: Parameter[] }

type Props = { operations: OperationForm[]; teams: { slug: string; name: string }[] }
/** `id`: the operation that was called. */
type Result = { id: string; status: number; milliseconds: number; body: string }

export function TryIt({ operations, teams }: Props) {
  const formId = useId()
  const [id, setId] = useState(operations[0]?.id)
  const [slug, setSlug] = useState(teams[0]?.slug ?? "")
  const [result, setResult] = useState<Result | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    function chooseLinked(hash: string) {
      const linked = operations.find(({ anchor }) => hash === `#${anchor}`)
      if (!linked) return
      setId(linked.id)
      setResult(null)
    }
    // A second click on the same link does not change the URL, so the click is the only event.
    function followLink({ target }: MouseEvent) {
      const link = target instanceof Element && target.closest("a")
      if (link) chooseLinked(link.hash)
    }
    chooseLinked(location.hash)
    document.addEventListener("click", followLink)
    return () => document.removeEventListener("click", followLink)
  }, [operations])
  const operation = operations.find((candidate) => candidate.id === id)
  if (!operation) return null
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setResult(await callOperation(operation as OperationForm, slug, new FormData(event.currentTarget)))
    setBusy(false)
  }
  return (
    <form onSubmit={send} className="mt-4 grid grid-cols-1 gap-4 rounded-box border border-line bg-surface p-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <LabeledField id={`${formId}-team`} label="Team">
          <Select id={`${formId}-team`} value={slug} onChange={({ target }) => setSlug(target.value)}>
            <Options names={teams.map((team) => [team.slug, team.name])} />
          </Select>
        </LabeledField>
        <LabeledField id={`${formId}-operation`} label="Operation">
          <Select
            id={`${formId}-operation`}
            value={id}
            onChange={({ target }) => {
              setId(target.value)
              setResult(null)
            }}
          >
            <Options names={operations.map((choice) => [choice.id, choice.summary])} />
          </Select>
        </LabeledField>
      </div>
      <p className="wrap-anywhere">
        <code>GET /api/v1{operation.path}</code>
      </p>
      <Fields key={`${id} required`} parameters={operation.parameters.filter(({ isRequired }) => isRequired)} />
      <details key={`${id} optional`}>
        <summary className="w-fit text-quiet hover:text-text">Optional parameters</summary>
        <div className="mt-3">
          <Fields parameters={operation.parameters.filter(({ isRequired }) => !isRequired)} />
        </div>
      </details>
      <div>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Send request
        </Button>
      </div>
      {result && result.id === id && (
        <div role="status">
          <p className="mb-2">
            Status <strong>{result.status}</strong> after {result.milliseconds} ms
          </p>
          <CodeBlock code={result.body} label="Response" className="max-h-[520px]" />
        </div>
      )}
    </form>
  )
}

function Fields({ parameters }: { parameters: Parameter[] }) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {parameters.map(({ name, type, isRequired, choices, placeholder }) => (
        <LabeledField key={name} id={`${id}-${name}`} label={name}>
          {choices.length > 0 && type !== "list" ? (
            <Select id={`${id}-${name}`} name={name} required={isRequired} defaultValue="">
              <option value="">{isRequired ? "choose…" : "not sent"}</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Select>
          ) : (
            <Input
              id={`${id}-${name}`}
              name={name}
              required={isRequired}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </LabeledField>
      ))}
      {parameters.some(({ type }) => type === "list") && (
        <p className="text-quiet text-table sm:col-span-2">
          Separate the values of a list with commas. Write <code>\,</code> for a comma inside a value.
        </p>
      )}
    </div>
  )
}

/**
 * Calls the operation over tRPC, with the session of the user. The input and the response are those of the REST API.
 */
async function callOperation({ id, parameters }: OperationForm, slug: string, form: FormData): Promise<Result> {
  const startedAt = performance.now()
  const elapsedMs = () => Math.round(performance.now() - startedAt)
  const input = Object.fromEntries(
    parameters.flatMap(({ name, type }) => {
      const text = String(form.get(name) ?? "").trim()
      return text === "" ? [] : [[name, parseValue(text, type)]]
    }),
  )
  try {
    const query = new URLSearchParams({ input: JSON.stringify(input) })
    const response = await fetch(`/api/trpc/${id}?${query}`, { headers: { "x-team": slug } })
    const { result, error } = await response.json()
    const body = JSON.stringify(result?.data ?? error?.data?.problem ?? error, null, 2)
    return { id, status: response.status, milliseconds: elapsedMs(), body }
  } catch {
    const body = "No response arrived. Check your connection, and try again."
    return { id, status: 0, milliseconds: elapsedMs(), body }
  }
}

function parseValue(text: string, type: Parameter["type"]) {
  if (type === "number") return Number(text)
  if (type === "boolean") return text === "true"
  if (type === "text") return text
  // As in the REST API, a comma inside a value is escaped with a backslash.
  return text.split(/(?<!\\),/).map((item) => item.trim().replaceAll("\\,", ","))
}
