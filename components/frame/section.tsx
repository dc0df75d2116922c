/** A section of a page with its title, one sentence, and actions. */
import type { ReactNode } from "react"

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

export function Section({ title, lead, actions, children }: Props) {
  return (
    <section className="mb-10 min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="break-words text-head">{title}</h2>
          {lead && <p className="max-w-[68ch] text-quiet">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
