/**
 * Table of signals, one row per incident. Users can select rows and change the status of all their signals together.
 */
"use client"

import { type ChangeEvent, useState } from "react"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { useExpectedValues } from "@/components/lists/use-expected-values"
import { Checkbox } from "@/components/ui/checkbox"
import { cn } from "@/components/ui/class-names"
import { Lamp } from "@/components/ui/lamp"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { useModule } from "@/components/ui/use-module"
import { pluralize } from "@/domain/kernel/format-count"
import { EventDate } from "./event-date"
import { OtherSignals } from "./other-signals"
import { type SignalGroup, signalsOf } from "./signal-groups"
import { isOngoing, type Signal, severityNames, severityStates, shortSummary, statusNames } from "./signal-labels"

type Status = Signal["status"]

type Props = {
  /** The signals of a group have the same status. */
  groups: SignalGroup[]
  path: string
  canChange: boolean
  /** The signals can have several statuses, so each row shows its own. */
  hasStatus: boolean
  sorting: Sorting
}

export function SignalInbox({ groups, path, canChange, hasStatus, sorting }: Props) {
  // The id of a group is that of its lead.
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { shownOf, ...changes } = useExpectedValues<Status>(groups)
  const shownStatus = ({ id, status }: Signal) => shownOf(id, status)
  const selectable = groups.filter(({ lead }) => isOngoing(lead))
  const selectedGroups = selectable.filter(({ lead }) => selected.has(lead.id))
  const toggle = (id: string) => {
    const others = idsOf(selectedGroups).filter((groupId) => groupId !== id)
    setSelected(new Set(selected.has(id) ? others : [...others, id]))
  }
  const selection: Selection = {
    selectedIds: selectedGroups.flatMap(signalsOf).map(({ id }) => id),
    areOpen: selectedGroups.every(({ lead }) => lead.status === "open"),
    isPossible: selectable.length > 0,
    isAll: selectable.length > 0 && selectedGroups.length === selectable.length,
    toggleAll: ({ target }) => setSelected(new Set(target.checked ? idsOf(selectable) : [])),
    clear: () => setSelected(new Set()),
    onStart: (status) => changes.expect(idsOf(selectedGroups), status),
    onFail: () => changes.forget(idsOf(selectedGroups)),
  }
  return (
    <>
      {canChange && selection.isPossible && <SelectionBar {...selection} />}
      <Table optionsName="signals" label="Signals" isCards className="md:min-w-[760px]">
        <thead>
          {/* The buttons cover the links of the headers, so these must not receive the focus. */}
          <tr className={cn(selectedGroups.length > 0 && "md:[&_a]:invisible")}>
            {canChange && <SelectAllTh {...selection} />}
            <Th>Signal</Th>
            <Th>Client</Th>
            <SortTh column="-severity" sorting={sorting} directions={["descending"]}>
              Severity
            </SortTh>
            {hasStatus && <Th>Status</Th>}
            <SortTh column="period_to" sorting={sorting} directions={descendingFirst}>
              Date
            </SortTh>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Tr
              key={group.lead.id}
              className={cn("relative hover:bg-hover", shownStatus(group.lead) !== group.lead.status && "opacity-60")}
            >
              {canChange && (
                <Td className="relative z-10 w-9">
                  <input
                    type="checkbox"
                    aria-label={selectName(group)}
                    className="size-4 accent-accent align-middle max-md:size-6"
                    checked={selected.has(group.lead.id)}
                    disabled={!isOngoing(group.lead)}
                    onChange={() => toggle(group.lead.id)}
                  />
                </Td>
              )}
              <GroupCells
                group={group}
                path={path}
                query={sorting.query}
                status={hasStatus ? shownStatus(group.lead) : null}
              />
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

const idsOf = (groups: SignalGroup[]) => groups.map(({ lead }) => lead.id)

const selectName = ({ lead, others }: SignalGroup) =>
  `Select ${lead.title}${others.length > 0 ? ` and ${pluralize(others.length, "other signal")}` : ""}`

/** The selection of the groups whose signals are ongoing. */
type Selection = {
  /** The ids of all signals of the selected groups. */
  selectedIds: string[]
  /** False if no row on the page can be selected. */
  isPossible: boolean
  isAll: boolean
  toggleAll: (event: ChangeEvent<HTMLInputElement>) => void
  clear: () => void
  /** All selected signals are open. */
  areOpen: boolean
  onStart: (status: Status) => void
  onFail: () => void
}

const selectAll = "Select all on this page"

const loadActions = () => import("./status-actions")

/** The number of selected signals and the buttons that change them. On phones, also the checkbox for all signals. */
function SelectionBar({ selectedIds, isAll, toggleAll, clear, ...changes }: Selection) {
  const actions = useModule(loadActions, selectedIds.length > 0, clear)
  const selectedText = `${pluralize(selectedIds.length, "signal")} selected`
  return (
    // In wide windows, this stands over the headers of the table, so that nothing moves when it appears.
    <div className="md:relative md:z-10 md:h-0">
      <fieldset
        className={cn(
          "flex min-h-8 flex-wrap items-center gap-2 max-md:mb-3 md:absolute md:top-px md:right-px md:left-10 md:h-[35px] md:rounded-tr-box md:bg-surface md:px-3",
          selectedIds.length === 0 && "md:hidden",
        )}
      >
        <legend className="sr-only">Selected signals</legend>
        <span className="md:hidden">
          <Checkbox aria-label={selectAll} checked={isAll} onChange={toggleAll}>
            <span className="text-table">{selectedIds.length === 0 ? selectAll : selectedText}</span>
          </Checkbox>
        </span>
        <span className="mr-2 font-strong text-table max-md:hidden">{selectedText}</span>
        {actions && selectedIds.length > 0 && <actions.StatusActions ids={selectedIds} onDone={clear} {...changes} />}
      </fieldset>
    </div>
  )
}

const SelectAllTh = ({ selectedIds, isPossible, isAll, toggleAll }: Selection) => (
  <Th className="w-9">
    <span className="sr-only md:hidden">Select</span>
    <input
      ref={(input) => {
        if (input) input.indeterminate = selectedIds.length > 0 && !isAll
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

/** `query`: the URL parameters of the inbox. `status`: null if the table has no column for it. */
type CellsProps = { group: SignalGroup; path: string; query: Sorting["query"]; status: Status | null }

const GroupCells = ({ group: { lead: signal, others }, path, query, status }: CellsProps) => (
  <>
    <Td className="min-w-64">
      <Link href={urlWithQuery(`${path}/${signal.id}`, query)} className="font-strong after:absolute after:inset-0">
        {signal.title}
      </Link>
      <span className="block text-quiet text-small">{shortSummary(signal.summary)}</span>
      <OtherSignals signals={others} path={path} query={query} leadId={signal.id} />
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
    {status && <Td className={cn("text-quiet", status === "open" && "max-md:hidden")}>{statusNames[status]}</Td>}
    <Td className="text-quiet">
      <EventDate signal={signal} />
    </Td>
  </>
)
