/** A name with its value, inside a <dl>. */
import type { ReactNode } from "react"

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-quiet text-small">{name}</dt>
    <dd className="mt-0.5 break-words">{children}</dd>
  </div>
)
