/** Field for a project's client: the name of a client, or of a new one. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useId } from "react"
import type { Problem } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { Field } from "@/components/forms/field"
import { Input } from "@/components/ui/input"
import { useEarlyInput } from "@/components/ui/use-early-input"

export type ClientChoice = Pick<Data<"clients", "list">[number], "name" | "domains">

type Props = {
  value: string
  /** `existing`: the client that has this name already. */
  onChange: (name: string, existing: ClientChoice | undefined) => void
  problem: Problem | null
}

export function ClientField({ value, onChange, problem }: Props) {
  const api = useApi()
  const listId = useId()
  const q = useDeferredValue(value.trim().slice(0, 100))
  const { data } = useQuery(
    api.clients.list.queryOptions({ limit: 20, sort: "name", status: ["active", "paused"], ...(q && { q }) }),
  )
  const clients = data?.data ?? []
  const named = (typed: string) => clients.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())
  const handleTyped = (name: string) => onChange(name, named(name))
  const field = useEarlyInput<HTMLInputElement>((input) => handleTyped(input.value))
  const isNew = data !== undefined && q !== "" && !named(q)
  return (
    <>
      <Field
        label="Client"
        name="client"
        hint={isNew ? `"${q}" will be created as a new client.` : "Choose a client, or enter the name of a new one."}
        problem={problem}
      >
        <Input
          ref={field}
          required
          maxLength={120}
          autoComplete="off"
          list={listId}
          value={value}
          onChange={({ target }) => handleTyped(target.value)}
        />
      </Field>
      <datalist id={listId}>
        {clients.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}
