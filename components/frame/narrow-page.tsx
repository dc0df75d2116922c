/** A page with one narrow column, for a short form or text. */
import type { ReactNode } from "react"

export function NarrowPage({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mx-auto mt-[8dvh] w-full max-w-sm">
      <h1 className="text-title">{title}</h1>
      {lead && <p className="mt-1 text-quiet">{lead}</p>}
      <div className="mt-6">{children}</div>
    </div>
  )
}
