/** Table of data sources with their state and the age of their data. */

import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { providerLabels } from "@/domain/metrics/provider"
import { frequencyNames, type Source } from "./source-labels"
import { SourceState } from "./source-state"

type Props = {
  sources: Source[]
  base: string
  /** By client ID. Undefined on a client's page, where all sources belong to that client. */
  clientNames?: Record<string, string>
  sorting?: Sorting
}

export function SourceTable({ sources, base, clientNames, sorting }: Props) {
  return (
    <Table optionsName="data-sources" label="Data sources" isCards className="md:min-w-[720px]">
      <thead>
        <tr>
          {clientNames && <Th>Client</Th>}
          <SortTh by="display_name" sorting={sorting}>
            Name
          </SortTh>
          <Th>Status</Th>
          <Th>Platform</Th>
          <SortTh by="data_through" sorting={sorting}>
            Data through
          </SortTh>
          <SortTh by="last_success_at" sorting={sorting}>
            Last success
          </SortTh>
          <Th>Syncs</Th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <Tr key={source.id} className="relative hover:bg-hover">
            {clientNames && (
              <Td>
                <bdi>{clientNames[source.client_id] ?? "–"}</bdi>
              </Td>
            )}
            <Td>
              <Link href={`${base}/${source.id}`} className="font-strong after:absolute after:inset-0">
                {source.display_name}
              </Link>
            </Td>
            <Td>
              <SourceState {...source} />
            </Td>
            <Td className="whitespace-nowrap text-quiet">{providerLabels[source.provider]}</Td>
            <Td label="data through" className="figures whitespace-nowrap text-quiet">
              {source.data_through ? periodLabel({ from: source.data_through, to: source.data_through }) : "–"}
            </Td>
            <Td label="last success" className="text-quiet">
              {source.last_success_at ? <Time at={source.last_success_at} /> : "–"}
            </Td>
            <Td className={`whitespace-nowrap text-quiet ${source.is_connected ? "" : "max-md:hidden"}`}>
              {source.is_connected ? frequencyNames[source.sync_frequency] : "–"}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
