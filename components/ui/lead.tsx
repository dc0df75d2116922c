/** The leading sentence of a page, larger than the text below it, with an optional action beside it. */
import type { ReactNode } from "react"

type Props = { children: ReactNode; action?: ReactNode }

export const Lead = ({ children, action }: Props) => (
  <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
    <p className="wrap-anywhere min-w-0 max-w-[76ch] text-lead">{children}</p>
    {action}
  </div>
)
