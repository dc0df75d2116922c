/**
 * Third step of connecting a data source: the account, the client and the schedule. Opens the data source afterwards.
 */
"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Options, Select } from "@/components/ui/input"
import { frequencyNames, type Source } from "./source-labels"

type Props = {
  grantId: string
  accounts: Data<"dataSources", "listAccounts">
  clients: { id: string; name: string }[]
  /** The path of the list of data sources. */
  base: string
}

const historyNames = { 30: "30 days", 90: "90 days", 425: "14 months", 1100: "36 months" }

export function ConnectForm({ grantId, accounts, clients, base }: Props) {
  const api = useApi()
  const router = useRouter()
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? "")
  // Suggests the client with the same name as the account. Without one, the user must choose, so that no data goes to a
  // wrong client.
  const account = accounts.find(({ id }) => id === accountId)
  const namesake = clients.find(({ name }) => name.toLowerCase() === account?.name.toLowerCase())
  const [chosenClientId, setChosenClientId] = useState<string>()
  const clientId = chosenClientId ?? (clients.length === 1 ? clients[0] : namesake)?.id ?? ""
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
          {accounts.map(({ id, name, currency, timezone }) => (
            <option key={id} value={id}>
              {[name, id, currency, timezone].filter(Boolean).join(" · ")}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Client" name="client_id" hint="The data appears in this client's reports." problem={problem}>
        <Select required value={clientId} onChange={({ target }) => setChosenClientId(target.value)}>
          <option value="" disabled>
            Choose a client
          </option>
          {clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
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
