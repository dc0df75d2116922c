/** Shows the properties of a client. Members change each of them in place. */
import { Pencil1Icon } from "@radix-ui/react-icons"
import type { ReactNode } from "react"
import { Fact } from "@/components/ui/fact"
import type { ClientField, SettingChoices } from "./client-fields"
import type { Client } from "./client-filters"
import { EditInPlace } from "./edit-in-place"

type Props = {
  client: Client
  choices: SettingChoices
  /** False for viewers and for archived clients. They see only the properties that are set. */
  canEdit: boolean
}

export function ClientFacts({ client, choices, canEdit }: Props) {
  const facts: [field: ClientField, name: string, value: ReactNode][] = [
    [
      "website_url",
      "Website",
      client.website_url && (
        <a href={client.website_url} rel="noreferrer">
          {client.website_url}
        </a>
      ),
    ],
    ["domains", "Domains", client.domains.join(", ")],
    ["industry", "Industry", client.industry],
    ["timezone", "Time zone", client.timezone ?? `${choices.zone} (team default)`],
    ["currency", "Currency", client.currency ?? `${choices.currency} (team default)`],
    ["external_id", "External ID", client.external_id && <code>{client.external_id}</code>],
    ["tags", "Tags", client.tags.join(", ")],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 max-sm:*:first:col-span-full max-sm:*:last:col-span-full lg:grid-cols-3">
      {facts.map(([field, name, value]) => {
        if (canEdit)
          return (
            <Fact key={field} name={name}>
              <EditInPlace {...{ client, field, choices }} icon={<Pencil1Icon aria-hidden className="size-4" />}>
                {value || <span className="text-quiet">not set</span>}
              </EditInPlace>
            </Fact>
          )
        return value ? (
          <Fact key={field} name={name}>
            {value}
          </Fact>
        ) : null
      })}
      <Fact name="ID">
        <code className="select-all break-all">{client.id}</code>
      </Fact>
    </dl>
  )
}
