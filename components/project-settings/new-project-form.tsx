/**
 * Form that creates an AI visibility project with its client, brand, language and regions. Everything else has separate
 * pages.
 */
"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, useState } from "react"
import { fieldErrorAt, problemIn } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Input, Options, Select, Textarea } from "@/components/ui/input"
import { useEarlyInput } from "@/components/ui/use-early-input"
import { type ClientChoice, ClientField } from "./client-field"
import { parseLines, parseSites } from "./lines"
import { type Country, RegionPicker } from "./region-picker"
import { useClientId } from "./use-client-id"
import { WhatComesNext } from "./what-comes-next"

type Props = {
  /** The path of the team's projects. */
  base: string
  /** The client that the page was opened for. */
  initialClient: ClientChoice | null
  countries: Country[]
  languages: { code: string; name: string }[]
}

export function NewProjectForm({ base, initialClient, countries, languages }: Props) {
  const api = useApi()
  const router = useRouter()
  const [client, setClient] = useState(initialClient?.name ?? "")
  const brand = useBrandOfClient(initialClient)
  const brandField = useEarlyInput<HTMLInputElement>(({ value }) => brand.setName(value))
  const websitesField = useEarlyInput<HTMLTextAreaElement>(({ value }) => brand.setWebsites(value))
  const [regions, setRegions] = useState<string[]>([])
  const clientLookup = useClientId()
  const { run, isBusy, problem, output } = useAction(api.aiVisibility.createProject.mutationOptions(), {
    onDone: ({ data }) => router.push(`${base}/${data.id}/settings/brands`),
  })
  async function submit(event: FormEvent<HTMLFormElement>) {
    const { name = "", brand: brandName = "", aliases, domains, language = "en" } = formValues(event)
    const client_id = await clientLookup.clientIdOf(client)
    if (client_id === null) return
    const own_brand = { name: brandName, aliases: parseLines(aliases), domains: parseSites(domains) }
    run({ client_id, name, own_brand, language, regions })
  }
  const clientProblem = problemIn(clientLookup.error)
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,640px)_320px]">
      <form method="post" className="grid max-w-[640px] gap-5" onSubmit={submit}>
        <ClientField
          value={client}
          onChange={(name, existing) => {
            setClient(name)
            if (existing) brand.suggest(existing)
          }}
          problem={clientProblem}
        />
        <Field label="Project" name="name" hint="A name for the project, such as E-bikes or Italy." problem={problem}>
          <Input required maxLength={120} autoComplete="off" />
        </Field>
        <fieldset className="grid gap-5 rounded-box border border-line px-4 pt-2 pb-4">
          <legend className="px-1 font-strong">Your brand</legend>
          <Field
            label="Brand"
            name="brand"
            hint="The name as people write it."
            problem={renameFieldError(problem, "own_brand.name", "brand")}
          >
            <Input
              ref={brandField}
              required
              maxLength={120}
              autoComplete="off"
              value={brand.name}
              onChange={({ target }) => brand.setName(target.value)}
            />
          </Field>
          <Field
            label="Also written as"
            name="aliases"
            hint="Short names, company names and other spellings, one per line. Case is ignored."
            problem={renameFieldError(problem, "own_brand.aliases", "aliases")}
          >
            <Textarea rows={2} spellCheck={false} />
          </Field>
          <Field
            label="Websites"
            name="domains"
            hint="One per line, such as bergamobikes.com. We use them to count citations of your brand."
            problem={renameFieldError(problem, "own_brand.domains", "domains")}
          >
            <Textarea
              ref={websitesField}
              rows={2}
              spellCheck={false}
              inputMode="url"
              value={brand.websites}
              onChange={({ target }) => brand.setWebsites(target.value)}
            />
          </Field>
        </fieldset>
        <Field
          label="Language of the prompts"
          name="language"
          hint="You cannot change the language later. Create another project for another language."
          problem={problem}
        >
          <Select defaultValue="en" className="max-w-80">
            <Options names={languages.map(({ code, name }) => [code, name])} />
          </Select>
        </Field>
        <RegionPicker countries={countries} value={regions} onChange={setRegions} />
        <ProblemNote problem={clientProblem} />
        <ProblemNote
          problem={problem}
          fields={["name", "language", "own_brand.name", "own_brand.aliases", "own_brand.domains"]}
        />
        <div>
          <SubmitButton kind="primary" isBusy={isBusy || clientLookup.isPending || output !== undefined}>
            Create project
          </SubmitButton>
        </div>
      </form>
      <WhatComesNext regions={regions.length} />
    </div>
  )
}

/**
 * The brand's name and websites. Most clients are a brand of their own, so choosing a client fills the fields that are
 * empty or still contain an earlier suggestion.
 */
function useBrandOfClient(initial: ClientChoice | null) {
  const [suggested, setSuggested] = useState(suggestionFor(initial))
  const [name, setName] = useState(suggested.name)
  const [websites, setWebsites] = useState(suggested.websites)
  function suggest(client: ClientChoice) {
    const suggestion = suggestionFor(client)
    if (name === "" || name === suggested.name) setName(suggestion.name)
    if (websites === "" || websites === suggested.websites) setWebsites(suggestion.websites)
    setSuggested(suggestion)
  }
  return { name, setName, websites, setWebsites, suggest }
}

const suggestionFor = (client: ClientChoice | null) => ({
  name: client?.name ?? "",
  websites: client?.domains.join("\n") ?? "",
})

/** Renames the error of a nested input field to the name of the form's field. */
function renameFieldError(problem: ReturnType<typeof problemIn>, from: string, to: string) {
  const error = fieldErrorAt(problem, from)
  return problem && error ? { ...problem, fieldErrors: new Map([[to, error]]) } : null
}
