/** A field of a list's filters with its name above it. */
import type { ReactNode } from "react"

/** `id` is that of the field. */
export const Labelled = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <label htmlFor={id} className="text-quiet text-small">
      {label}
    </label>
    {children}
  </div>
)
