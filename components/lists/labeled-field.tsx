/** A filter field with its label above. */
import type { ReactNode } from "react"

/** `id` is the id of the field. */
export const LabeledField = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <label htmlFor={id} className="text-quiet text-small">
      {label}
    </label>
    {children}
  </div>
)
