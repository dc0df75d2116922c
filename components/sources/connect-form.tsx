/**
 * Third step of connecting a data source: the account, the client and the schedule. Opens the data source afterwards.
 */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { type ClientChoices, firstChoice, maxMenuLength } from "@/components/clients/client-choices"
import { ClientSelectField } from "@/components/clients/client-select-field"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Options, Select } from "@/components/ui/input"
import { frequencyNames, type Source } from "./source-labels"

type Props = {
  grantId: string
  accounts: Data<"dataSources", "listAccounts">
  choices: ClientChoices
  /** The path of the list of data sources. */
  base: string
}

type Client = ClientChoices["clients"][number]

const historyNames = { 30: "30 days", 90: "90 days", 425: "14 months", 1100: "36 months" }

export function ConnectForm({ grantId, accounts, choices, base }: Props) {
  const api = useApi()
  const router = useRouter()
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? "")
  // Suggests the client with the same name as the account. Without one, the user must choose, so that no data goes to a
  // wrong client.
  const account = accounts.find(({ id }) => id === accountId)
  const namesake = useNamesake(account?.name ?? "", choices)
  const [chosenClient, setChosenClient] = useState<Client | null>(null)
  const client = chosenClient ?? firstChoice(choices) ?? namesake
  const { run, isBusy, problem, output } = useAction(api.dataSources.connect.mutationOptions(), {
    onDone: ({ data }) => router.push(`${base}/${data.id}`),
  })
  return (
    <form
      method="post"
      className="flex max-w-[640px] flex-col gap-5"
      onSubmit={(event) => {
        const { account_id = "", client_id = "", sync_frequency, history_days } = formValues(event)
        run({
          grant_id: grantId,
          account_id,
          client_id,
          sync_frequency: sync_frequency as Source["sync_frequency"],
          history_days: Number(history_days),
        })
      }}
    >
      <Field label="Account" name="account_id" problem={problem}>
        <Select required value={accountId} onChange={({ target }) => setAccountId(target.value)}>
          <Options
            names={accounts.map(({ id, name, currency, timezone }) => [
              id,
              [name, id, currency, timezone].filter(Boolean).join(" · "),
            ])}
          />
        </Select>
      </Field>
      <ClientSelectField
        choices={choices}
        hint="The data appears in this client's reports."
        problem={problem}
        value={client}
        onChoose={setChosenClient}
      />
      <Field label="Frequency" name="sync_frequency" hint="How often a sync starts." problem={problem}>
        <Select defaultValue="daily">
          <Options names={frequencyNames} />
        </Select>
      </Field>
      <Field
        label="History"
        name="history_days"
        hint="What the first sync loads, as far as the platform has it."
        problem={problem}
      >
        <Select defaultValue="425">
          <Options names={historyNames} />
        </Select>
      </Field>
      <ProblemNote problem={problem} fields={["account_id", "client_id", "sync_frequency", "history_days"]} />
      <div>
        <SubmitButton kind="primary" isBusy={isBusy || output !== undefined}>
          Connect account
        </SubmitButton>
      </div>
    </form>
  )
}

/** The client with this name. If the team has more clients than a menu, it is searched on the server. */
function useNamesake(accountName: string, { clients }: ClientChoices): Client | null {
  const api = useApi()
  const isNamesake = ({ name }: Client) => name.toLowerCase() === accountName.toLowerCase()
  const listed = clients.find(isNamesake)
  const q = accountName.trim().slice(0, 100)
  const isSearched = !listed && q !== "" && clients.length > maxMenuLength
  const { data } = useQuery({
    ...api.clients.list.queryOptions({ q, sort: "name", limit: 200, status: ["active", "paused"] }),
    enabled: isSearched,
  })
  return listed ?? data?.data.find(isNamesake) ?? null
}
