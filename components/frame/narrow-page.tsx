/** A page with one narrow column, for a short form or text. */
import type { ReactNode } from "react"

type Props = {
  title: string
  /** Shown above the title. */
  above?: ReactNode
  lead?: ReactNode
  children?: ReactNode
}

export function NarrowPage({ title, above, lead, children }: Props) {
  return (
    <div className="mx-auto mt-[8dvh] w-full max-w-sm">
      {above}
      <h1 className="text-title">{title}</h1>
      {lead && <p className="mt-1 text-quiet">{lead}</p>}
      <div className="mt-6">{children}</div>
    </div>
  )
}
