/** Table of signals. Rows can be selected to change the status of many at once. */
"use client"

import { useState } from "react"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Checkbox } from "@/components/ui/checkbox"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { useModule } from "@/components/ui/use-module"
import { pluralize } from "@/domain/kernel/format-count"
import { isOngoing, type Signal, severityNames, severityStates, statusNames } from "./signal-labels"

const loadActions = () => import("./status-actions")

type Props = { signals: Signal[]; path: string; mayChange: boolean; sorting: Sorting }

export function SignalInbox({ signals, path, mayChange, sorting }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const selectable = signals.filter(isOngoing).map(({ id }) => id)
  const chosen = selectable.filter((id) => selected.has(id))
  const actions = useModule(loadActions, chosen.length > 0, () => setSelected(new Set()))
  const toggle = (id: string) =>
    setSelected(new Set(selected.has(id) ? chosen.filter((signalId) => signalId !== id) : [...chosen, id]))
  return (
    <>
      {mayChange && selectable.length > 0 && (
        <fieldset className="mb-3 flex min-h-8 flex-wrap items-center gap-2">
          <legend className="sr-only">Selected signals</legend>
          <Checkbox
            checked={chosen.length === selectable.length}
            onChange={({ target }) => setSelected(new Set(target.checked ? selectable : []))}
          >
            <span className="text-table">
              {chosen.length === 0 ? "Select all on this page" : `${pluralize(chosen.length, "signal")} selected`}
            </span>
          </Checkbox>
          {actions && chosen.length > 0 && (
            <actions.StatusActions ids={chosen} size="small" onDone={() => setSelected(new Set())} />
          )}
        </fieldset>
      )}
      <Table optionsName="signals" label="Signals" isCards className="md:min-w-[760px]">
        <thead>
          <tr>
            {mayChange && (
              <Th className="w-9">
                <span className="sr-only">Selection</span>
              </Th>
            )}
            <Th>Signal</Th>
            <Th>Client</Th>
            <SortTh by="severity" sorting={sorting} isDescendingFirst isOneWay>
              Severity
            </SortTh>
            <Th>Status</Th>
            <SortTh by="created_at" sorting={sorting} isDescendingFirst>
              Detected
            </SortTh>
          </tr>
        </thead>
        <tbody>
          {signals.map((signal) => (
            <Tr key={signal.id} className="relative hover:bg-hover">
              {mayChange && (
                <Td className="relative z-10 w-9">
                  <input
                    type="checkbox"
                    aria-label={`Select ${signal.title}`}
                    className="size-4 accent-accent align-middle max-md:size-6"
                    checked={selected.has(signal.id)}
                    disabled={!isOngoing(signal)}
                    onChange={() => toggle(signal.id)}
                  />
                </Td>
              )}
              <Td className="min-w-64">
                <Link href={`${path}/${signal.id}`} className="font-strong after:absolute after:inset-0">
                  {signal.title}
                </Link>
                <span className="block text-quiet text-small">{signal.summary}</span>
              </Td>
              <Td>
                <bdi>{signal.client.name}</bdi>
              </Td>
              <Td>
                <Badge state={severityStates[signal.severity]}>{severityNames[signal.severity]}</Badge>
              </Td>
              <Td className="text-quiet">{statusNames[signal.status]}</Td>
              <Td className="text-quiet">
                <Time at={signal.first_detected_at} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
