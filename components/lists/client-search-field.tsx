/** The filter of a list by client, for teams with many clients: a button that opens a search of them. */
"use client"

import { useEffect, useId, useRef, useState } from "react"
import { SearchSelect } from "@/components/frame/search-select"
import { cn } from "@/components/ui/class-names"
import { FilterField, filterControlClass } from "./filter-field"

type Choice = { id: string; name: string }

/** `value` and `name` are those of the client in the URL. Both are empty without one. */
type Props = {
  value: string
  name: string
  /** The name of the filter in the URL. */
  fieldName: string
  /** Shown while no client is chosen. */
  emptyLabel: string
  /** The name of a first entry that removes the filter. */
  allLabel?: string | undefined
}

export function ClientSearchField({ value, name, fieldName, emptyLabel, allLabel }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Choice | null>(null)
  // The form reads the field, so it is submitted after the field has the new value.
  useEffect(() => {
    if (chosen) button.current?.form?.requestSubmit()
  }, [chosen])
  // The client of a new URL replaces the choice.
  const [valueInUrl, setValueInUrl] = useState(value)
  if (valueInUrl !== value) {
    setValueInUrl(value)
    setChosen(null)
  }
  const shownClient = chosen ?? { id: value, name }
  return (
    <FilterField id={id} label="Client">
      <SearchSelect
        ref={button}
        id={id}
        name={fieldName}
        kind="clients"
        label="Client"
        searchLabel="Filter by client"
        value={shownClient.id ? shownClient : null}
        emptyLabel={emptyLabel}
        allLabel={allLabel}
        className={cn(filterControlClass, "px-2 sm:max-w-60")}
        onChoose={(choice) => setChosen(choice ?? noClient)}
      />
    </FilterField>
  )
}

const noClient = { id: "", name: "" }
