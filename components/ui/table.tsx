/** Dense tables with thin lines between rows. Wide tables scroll horizontally. */
import type { ComponentProps } from "react"
import { cn } from "./class-names"
import { Scroll } from "./scroll"

/** `label` names the table for screen readers. */
export function Table({ className, label, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    <Scroll label={label} className="rounded-box border border-line bg-surface">
      <table className={cn("w-full border-collapse text-table", className)} {...props} />
    </Scroll>
  )
}

export function Th({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-9 whitespace-nowrap border-line border-b px-3 text-left text-quiet text-small", className)}
      {...props}
    />
  )
}

export function Tr({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("border-line border-b last:border-b-0", className)} {...props} />
}

export function Td({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-9 px-3 py-1.5", className)} {...props} />
}

/** Class names for numbers: right-aligned, with digits of equal width. */
export const numeric = "figures text-right"
