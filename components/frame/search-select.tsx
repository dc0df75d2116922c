/** A field for lists that are too long for a select: a button that shows the choice and opens a search. */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { type ComponentProps, useState } from "react"
import { cn } from "@/components/ui/class-names"
import { Dialog, DialogWindow } from "@/components/ui/dialog"
import { preloadProps, useModule } from "@/components/ui/use-module"
import type { SearchKind } from "./use-siblings"

type Choice = { id: string; name: string }

type Props = Omit<ComponentProps<"button">, "type" | "value" | "onClick"> & {
  kind: SearchKind
  label: string
  /** The title of the search. */
  searchLabel: string
  value: Choice | null
  /** Shown while `value` is null. */
  emptyLabel: string
  /** The name of a first entry that removes the choice. Without it, a choice can only be replaced. */
  allLabel?: string | undefined
  onChoose: (choice: Choice | null) => void
}

const loadSearch = () => import("./sibling-search")

/** The form gets the id of the choice under `name`. The other props are those of the button. */
export function SearchSelect({
  kind,
  label,
  searchLabel,
  value,
  emptyLabel,
  allLabel,
  onChoose,
  name,
  className,
  ...props
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const search = useModule(loadSearch, isOpen, () => setOpen(false))
  const shownName = value?.name ?? emptyLabel
  return (
    <>
      <input type="hidden" name={name} value={value?.id ?? ""} />
      <button
        {...props}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${label}: ${shownName}`}
        className={cn(
          "flex items-center gap-1 rounded-box border border-edge bg-surface text-left disabled:opacity-60 aria-invalid:border-danger-text",
          className,
        )}
        onClick={() => setOpen(true)}
        {...preloadProps(loadSearch)}
      >
        <bdi className="min-w-0 flex-1 truncate">{shownName}</bdi>
        <CaretSortIcon aria-hidden className="size-4 text-quiet" />
      </button>
      {search && (
        <Dialog open={isOpen} onOpenChange={setOpen}>
          <DialogWindow title={searchLabel} titleClass="sr-only" className={search.windowClass}>
            <search.SiblingSearch
              kind={kind}
              label={searchLabel}
              {...(allLabel && { allLabel })}
              onChoose={({ id, name: chosenName }) => {
                setOpen(false)
                onChoose(id ? { id, name: chosenName } : null)
              }}
            />
          </DialogWindow>
        </Dialog>
      )}
    </>
  )
}
