/** A name with its value, inside a <dl>. */
import type { ReactNode } from "react"

/** `isWide`: takes a whole row of a list with two columns on phones. */
export const Fact = ({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={`min-w-0 ${isWide ? "max-sm:col-span-full" : ""}`}>
    <dt className="text-quiet text-small">{name}</dt>
    <dd className="mt-0.5 break-words">{children}</dd>
  </div>
)
