/**
 * The fields of a client that users can change, in the dialog and in place: their texts, their inputs, and how an input
 * is read.
 */
"use client"

import type { ComponentProps } from "react"
import type { Inputs } from "@/components/api/types"
import { parseSites, parseTags } from "@/components/project-settings/lines"
import { Input, Options, Select, Textarea } from "@/components/ui/input"
import type { Client } from "./client-filters"

type Settings = Required<Omit<Inputs["clients"]["update"], "client_id" | "status">>
export type ClientField = keyof Settings

export type SettingChoices = {
  /** The team's time zone and currency, used by clients that set none. */
  zone: string
  currency: string
  timezones: string[]
  currencies: { code: string; name: string }[]
}

export const clientHints: Partial<Record<ClientField, string>> = {
  website_url: "For example https://example.com.",
  domains: "One per line, such as example.com. Lists show the first one.",
  external_id: "The client's ID in your own system.",
  timezone: "Determines when a day starts.",
  currency: "Used for all amounts. Goals keep their numbers, in the new currency.",
  tags: "Separated by commas.",
}

type InputProps = Pick<
  ComponentProps<"input"> & ComponentProps<"select"> & ComponentProps<"textarea">,
  "id" | "name" | "aria-label" | "aria-invalid" | "aria-describedby"
>
type Props = InputProps & { field: ClientField; client: Client; choices: SettingChoices }

/** The input of a field, with the client's value. */
export function ClientInput({ field, client, choices, ...props }: Props) {
  const text = { autoComplete: "off", ...props }
  switch (field) {
    case "name":
      return <Input required maxLength={120} defaultValue={client.name} {...text} />
    case "website_url":
      return <Input inputMode="url" spellCheck={false} defaultValue={client.website_url ?? ""} {...text} />
    case "domains":
      return <Textarea rows={2} spellCheck={false} defaultValue={client.domains.join("\n")} {...props} />
    case "industry":
      return <Input maxLength={80} defaultValue={client.industry ?? ""} {...text} />
    case "external_id":
      return (
        <Input
          maxLength={200}
          spellCheck={false}
          className="font-mono"
          defaultValue={client.external_id ?? ""}
          {...text}
        />
      )
    case "timezone":
      return (
        <Select defaultValue={client.timezone ?? ""} {...props}>
          <option value="">Team default: {choices.zone}</option>
          {choices.timezones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )
    case "currency":
      return (
        <Select defaultValue={client.currency ?? ""} {...props}>
          <option value="">Team default: {choices.currency}</option>
          <Options names={choices.currencies.map(({ code, name }) => [code, `${code} · ${name}`])} />
        </Select>
      )
    case "tags":
      return <Input maxLength={900} defaultValue={client.tags.join(", ")} {...text} />
  }
}

const textOrNull = (text: string) => text.trim() || null

/** Reads the text of an input. An empty field is stored as null. */
const readers: { [Field in ClientField]: (text: string) => Settings[Field] } = {
  name: (text) => text.trim(),
  website_url: textOrNull,
  domains: parseSites,
  industry: textOrNull,
  timezone: textOrNull,
  currency: textOrNull,
  external_id: textOrNull,
  tags: parseTags,
}

/** The settings in the values of a form. It may have some of the fields. */
export const readSettings = (values: Record<string, string>): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(readers).flatMap(([field, read]) => {
      const text = values[field]
      return text === undefined ? [] : [[field, read(text)]]
    }),
  )
