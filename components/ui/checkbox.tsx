/** A checkbox with its label. */
import type { ComponentProps, ReactNode } from "react"

export function Checkbox({ children, ...props }: ComponentProps<"input"> & { children: ReactNode }) {
  return (
    <label className="flex items-start gap-2.5 py-1">
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...props} />
      <span>{children}</span>
    </label>
  )
}
