/** Fields to type into and to choose from. */
import type { ComponentProps } from "react"
import { cn } from "./class-names"

const look =
  "w-full rounded-box border border-edge bg-surface px-3 text-body placeholder:text-quiet disabled:opacity-60 aria-invalid:border-danger-text"

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(look, "h-9", className)} {...props} />
}

/** A whole number; NaN is the empty field's, as `valueAsNumber` has it. */
export function NumberInput({ value, ...props }: Omit<ComponentProps<"input">, "value"> & { value?: number }) {
  const shown = value === undefined ? {} : { value: Number.isNaN(value) ? "" : value }
  return <Input type="number" step={1} {...shown} {...props} />
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(look, "min-h-20 py-2", className)} {...props} />
}

/** The system's own list: quick, and at home on a phone. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return <select className={cn(look, "h-9 pr-8", className)} {...props} />
}
