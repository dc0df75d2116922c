/** A filter to type into. */
import { useId } from "react"
import { Input } from "@/components/ui/input"

export function FilterText({ label, name, value }: { label: string; name: string; value: string | undefined }) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-quiet text-small">
        {label}
      </label>
      <Input id={id} name={name} type="search" defaultValue={value} maxLength={100} className="h-8 w-56 text-table" />
    </div>
  )
}
