/** A field of a `FilterForm`: its label and the field share one frame. On phones, the label is above. */
import type { ReactNode } from "react"

/** The class names of a field in this frame. */
export const filterControlClass =
  "h-8 w-full text-table sm:h-full sm:w-auto sm:border-0 sm:bg-transparent sm:outline-none base:sm:px-2"

/** `id` is the id of the field. */
export const FilterField = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div className="grid gap-1 sm:flex sm:h-8 sm:items-center sm:gap-0 sm:rounded-box sm:border sm:border-edge sm:bg-surface sm:has-[select]:border-line sm:has-[select]:hover:bg-hover sm:has-focus-visible:outline-2 sm:has-focus-visible:outline-accent sm:has-focus-visible:outline-offset-2">
    <label htmlFor={id} className="text-quiet text-small sm:whitespace-nowrap sm:pl-2.5 sm:text-table">
      {label}
    </label>
    {children}
  </div>
)
