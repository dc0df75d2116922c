/** Table of signals. Rows can be selected to change the status of many at once. */
"use client"

import { type ChangeEvent, useState } from "react"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Checkbox } from "@/components/ui/checkbox"
import { cn } from "@/components/ui/class-names"
import { Lamp } from "@/components/ui/lamp"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { useModule } from "@/components/ui/use-module"
import { pluralize } from "@/domain/kernel/format-count"
import { isOngoing, type Signal, severityNames, severityStates, shortSummary, statusNames } from "./signal-labels"

type Props = {
  signals: Signal[]
  path: string
  mayChange: boolean
  /** The signals can have several statuses, so each row shows its own. */
  hasStatus: boolean
  sorting: Sorting
}

export function SignalInbox({ signals, path, mayChange, hasStatus, sorting }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const selectable = signals.filter(isOngoing).map(({ id }) => id)
  const chosen = selectable.filter((id) => selected.has(id))
  const toggle = (id: string) =>
    setSelected(new Set(selected.has(id) ? chosen.filter((signalId) => signalId !== id) : [...chosen, id]))
  const selection: Selection = {
    chosen,
    isPossible: selectable.length > 0,
    isAll: selectable.length > 0 && chosen.length === selectable.length,
    toggleAll: ({ target }) => setSelected(new Set(target.checked ? selectable : [])),
    clear: () => setSelected(new Set()),
  }
  return (
    <>
      {mayChange && selection.isPossible && <SelectionBar {...selection} />}
      <Table optionsName="signals" label="Signals" isCards className="md:min-w-[760px]">
        <thead>
          {/* The buttons cover the links of the headers, so these must not receive the focus. */}
          <tr className={cn(chosen.length > 0 && "md:[&_a]:invisible")}>
            {mayChange && <SelectAllTh {...selection} />}
            <Th>Signal</Th>
            <Th>Client</Th>
            <SortTh by="severity" sorting={sorting} isDescendingFirst isOneWay>
              Severity
            </SortTh>
            {hasStatus && <Th>Status</Th>}
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
              <SignalCells signal={signal} path={path} hasStatus={hasStatus} />
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

/** The selection of the signals that are ongoing. */
type Selection = {
  /** The ids of the selected signals. */
  chosen: string[]
  /** False if no signal on the page can be selected. */
  isPossible: boolean
  isAll: boolean
  toggleAll: (event: ChangeEvent<HTMLInputElement>) => void
  clear: () => void
}

const selectAll = "Select all on this page"

const loadActions = () => import("./status-actions")

/** The number of selected signals and the buttons that change them. On phones, also the checkbox for all signals. */
function SelectionBar({ chosen, isAll, toggleAll, clear }: Selection) {
  const actions = useModule(loadActions, chosen.length > 0, clear)
  const selectedText = `${pluralize(chosen.length, "signal")} selected`
  return (
    // In wide windows, this stands over the headers of the table, so that nothing moves when it appears.
    <div className="md:relative md:z-10 md:h-0">
      <fieldset
        className={cn(
          "flex min-h-8 flex-wrap items-center gap-2 max-md:mb-3 md:absolute md:top-px md:right-px md:left-10 md:h-[35px] md:rounded-tr-box md:bg-surface md:px-3",
          chosen.length === 0 && "md:hidden",
        )}
      >
        <legend className="sr-only">Selected signals</legend>
        <span className="md:hidden">
          <Checkbox aria-label={selectAll} checked={isAll} onChange={toggleAll}>
            <span className="text-table">{chosen.length === 0 ? selectAll : selectedText}</span>
          </Checkbox>
        </span>
        <span className="mr-2 font-strong text-table max-md:hidden">{selectedText}</span>
        {actions && chosen.length > 0 && <actions.StatusActions ids={chosen} size="small" onDone={clear} />}
      </fieldset>
    </div>
  )
}

const SelectAllTh = ({ chosen, isPossible, isAll, toggleAll }: Selection) => (
  <Th className="w-9">
    <span className="sr-only md:hidden">Select</span>
    <input
      ref={(input) => {
        if (input) input.indeterminate = chosen.length > 0 && !isAll
      }}
      type="checkbox"
      aria-label={selectAll}
      className="size-4 accent-accent align-middle max-md:hidden"
      checked={isAll}
      disabled={!isPossible}
      onChange={toggleAll}
    />
  </Th>
)

type CellsProps = { signal: Signal; path: string; hasStatus: boolean }

const SignalCells = ({ signal, path, hasStatus }: CellsProps) => (
  <>
    <Td className="min-w-64">
      <Link href={`${path}/${signal.id}`} className="font-strong after:absolute after:inset-0">
        {signal.title}
      </Link>
      <span className="block text-quiet text-small">{shortSummary(signal.summary)}</span>
    </Td>
    <Td className="md:min-w-36">
      <bdi>{signal.client.name}</bdi>
    </Td>
    <Td>
      <span className="inline-flex items-baseline gap-2 whitespace-nowrap">
        <Lamp state={severityStates[signal.severity]} />
        {severityNames[signal.severity]}
      </span>
    </Td>
    {hasStatus && (
      <Td className={cn("text-quiet", signal.status === "open" && "max-md:hidden")}>{statusNames[signal.status]}</Td>
    )}
    <Td className="text-quiet">
      <Time at={signal.first_detected_at} />
    </Td>
  </>
)
