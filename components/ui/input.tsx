/** Text, number and select fields, and the options of a select. */
import type { ComponentProps } from "react"
import { cn } from "./class-names"

const inputClass =
  "base:w-full rounded-box border border-edge bg-surface base:px-3 base:text-body placeholder:text-quiet disabled:opacity-60 aria-invalid:border-danger-text"

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(inputClass, "base:h-9", className)} {...props} />
}

/** A field for a number, by default a whole one. `value` is NaN for an empty field, as in `valueAsNumber`. */
export function NumberInput({ value, ...props }: Omit<ComponentProps<"input">, "value"> & { value?: number }) {
  const controlled = value === undefined ? {} : { value: Number.isNaN(value) ? "" : value }
  return <Input type="number" step={1} {...controlled} {...props} />
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(inputClass, "base:min-h-20 py-2", className)} {...props} />
}

/** A native select, which is fast and works well on phones. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return <select className={cn(inputClass, "base:h-9 base:pr-8", className)} {...props} />
}

/** The names of values, by value or as pairs. Pairs keep their order. Objects list numeric keys first. */
type Names = Readonly<Record<string, string>> | readonly (readonly [value: string | number, name: string])[]

/** The options of a select. */
export const Options = ({ names }: { names: Names }) =>
  (Array.isArray(names) ? names : Object.entries(names)).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
