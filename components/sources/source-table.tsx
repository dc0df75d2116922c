/** Table of data sources with their state and the age of their data. */

import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Lamp } from "@/components/ui/lamp"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import { providerLabels } from "@/domain/metrics/provider"
import { PlatformMark } from "./platform-mark"
import { frequencyNames, isLate, type Source } from "./source-labels"
import { SourceState } from "./source-state"

type Props = {
  sources: Source[]
  base: string
  /** By client ID. Undefined on a client's page, where all sources belong to that client. */
  clientNames?: Record<string, string>
  sorting?: Sorting
}

export function SourceTable({ sources, base, clientNames, sorting }: Props) {
  const hasSyncs = sources.some(({ is_connected }) => is_connected)
  const isByClient = sorting?.sort === "client" || sorting?.sort === "problems"
  const now = Date.now()
  return (
    <Table optionsName="data-sources" label="Data sources" isCards className="md:min-w-[720px]">
      <thead>
        <tr>
          {clientNames && (
            <SortTh by="client" sorting={sorting} isOneWay>
              Client
            </SortTh>
          )}
          <SortTh by="display_name" sorting={sorting}>
            Name
          </SortTh>
          <Th>Status</Th>
          <SortTh by="data_through" sorting={sorting}>
            Data through
          </SortTh>
          <SortTh by="last_success_at" sorting={sorting} className="max-md:hidden">
            Last success
          </SortTh>
          {hasSyncs && <Th className="max-md:hidden">Syncs</Th>}
        </tr>
      </thead>
      <tbody>
        {sources.map((source, i) => (
          <Tr key={source.id} className="relative hover:bg-hover">
            {clientNames && (
              // In a list by client, only the first source of a client shows its name, except as a card.
              <Td className="max-md:text-quiet max-md:text-small">
                <bdi className={isByClient && sources[i - 1]?.client_id === source.client_id ? "md:sr-only" : ""}>
                  {clientNames[source.client_id] ?? "–"}
                </bdi>
              </Td>
            )}
            <Td className="max-md:flex-[1_1_60%]">
              <span className="flex items-center gap-2.5">
                <PlatformMark provider={source.provider} />
                <span className="min-w-0 wrap-anywhere">
                  <Link href={`${base}/${source.id}`} className="after:absolute after:inset-0">
                    <Name {...source} />
                  </Link>
                  <Platform {...source} />
                </span>
              </span>
            </Td>
            <Td>
              {source.status === "active" && !source.stale ? (
                <span className="inline-flex items-center gap-1.5 text-quiet">
                  <Lamp state="clear" /> active
                </span>
              ) : (
                <SourceState {...source} />
              )}
            </Td>
            <Td label="data through" className="figures whitespace-nowrap text-quiet">
              {source.data_through ? (
                <>
                  <time dateTime={source.data_through}>
                    {periodLabel({ from: source.data_through, to: source.data_through })}
                  </time>
                  {/* The file has the date only, so that spreadsheets can sort by it. */}
                  <span data-not-in-csv>
                    ,{" "}
                    <span className={isLate(source) ? "font-strong text-text" : ""}>
                      {pluralize(daysSince(source.data_through, now), "day")} ago
                    </span>
                  </span>
                </>
              ) : (
                "–"
              )}
            </Td>
            <Td className="text-quiet max-md:hidden">
              {source.last_success_at ? <Time at={source.last_success_at} /> : "–"}
            </Td>
            {hasSyncs && (
              <Td className="whitespace-nowrap text-quiet max-md:hidden">
                {source.is_connected ? frequencyNames[source.sync_frequency] : "–"}
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const daysSince = (date: string, now: number) => Math.max(0, Math.floor((now - Date.parse(date)) / 86_400_000))

/** The name of the source. Hides the suffix visually, because the team's banner already says it. */
function Name({ display_name, is_connected }: Pick<Source, "display_name" | "is_connected">) {
  if (is_connected || !display_name.endsWith(sampleMark)) return display_name
  return (
    <>
      {display_name.slice(0, -sampleMark.length)}
      <span className="sr-only">{sampleMark}</span>
    </>
  )
}

const sampleMark = " (sample)"

/** The platform, unless the source's name says it. */
function Platform({ provider, display_name }: Pick<Source, "provider" | "display_name">) {
  const platform = providerLabels[provider]
  return !display_name.includes(platform) && <span className="ml-2 text-quiet">{platform}</span>
}
