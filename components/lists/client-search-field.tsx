/** The filter of a list by client, for teams with many clients: a button that opens a search of them. */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { useEffect, useId, useRef, useState } from "react"
import { cn } from "@/components/ui/class-names"
import { Dialog, DialogWindow } from "@/components/ui/dialog"
import { preloadProps, useModule } from "@/components/ui/use-module"
import { FilterField, filterControlClass } from "./filter-field"

type Choice = { id: string; name: string }

/** `value` and `name` are those of the client in the URL. Both are empty without one. */
type Props = { value: string; name: string }

const loadSearch = () => import("@/components/frame/sibling-search")

export function ClientSearchField({ value, name }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Choice | null>(null)
  const search = useModule(loadSearch, isOpen, () => setOpen(false))
  // The form reads the field, so it is submitted after the field has the new value.
  useEffect(() => {
    if (chosen) field.current?.form?.requestSubmit()
  }, [chosen])
  // The client of a new URL replaces the choice.
  const [valueInUrl, setValueInUrl] = useState(value)
  if (valueInUrl !== value) {
    setValueInUrl(value)
    setChosen(null)
  }
  const shown = chosen ?? { id: value, name }
  return (
    <FilterField id={id} label="Client">
      <input ref={field} type="hidden" name="client_id" value={shown.id} />
      <button
        type="button"
        id={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`Client: ${shown.id ? shown.name : "any"}`}
        className={cn(
          filterControlClass,
          "flex items-center gap-1 rounded-box border border-edge bg-surface px-2 text-left sm:max-w-60",
        )}
        onClick={() => setOpen(true)}
        {...preloadProps(loadSearch)}
      >
        <bdi className="min-w-0 flex-1 truncate">{shown.id ? shown.name : "any"}</bdi>
        <CaretSortIcon aria-hidden className="size-4 text-quiet" />
      </button>
      {search && (
        <Dialog open={isOpen} onOpenChange={setOpen}>
          <DialogWindow title="Filter by client" titleClass="sr-only" className={search.windowClass}>
            <search.SiblingSearch
              kind="clients"
              label="Filter by client"
              allLabel="Any client"
              onChoose={(choice) => {
                setOpen(false)
                setChosen(choice)
              }}
            />
          </DialogWindow>
        </Dialog>
      )}
    </FilterField>
  )
}
