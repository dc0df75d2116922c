/** Shows the properties of a client. */
import type { ReactNode } from "react"
import { Fact } from "@/components/ui/fact"
import type { Client } from "./client-filters"

type Props = { client: Client; team: { timezone: string; currency: string } }

export function ClientFacts({ client, team }: Props) {
  const facts: [name: string, value: ReactNode][] = [
    [
      "Website",
      client.website_url && (
        <a href={client.website_url} rel="noreferrer">
          {client.website_url}
        </a>
      ),
    ],
    ["Industry", client.industry],
    ["Time zone", client.timezone ?? `${team.timezone} (team default)`],
    ["Currency", client.currency ?? `${team.currency} (team default)`],
    ["External ID", client.external_id && <code>{client.external_id}</code>],
    [
      "ID",
      <code key="id" className="select-all break-all">
        {client.id}
      </code>,
    ],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 max-sm:*:first:col-span-full max-sm:*:last:col-span-full lg:grid-cols-3">
      {facts.map(([name, value]) =>
        value ? (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ) : null,
      )}
    </dl>
  )
}
