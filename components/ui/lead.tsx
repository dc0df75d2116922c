/** The leading sentence of a page, larger than the text below it, with an optional action beside it. */
import type { ReactNode } from "react"

type Props = {
  children: ReactNode
  action?: ReactNode
  /** Stands below the sentence, in smaller text. */
  details?: ReactNode
}

export const Lead = ({ children, action, details }: Props) => (
  <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
    <div className="min-w-0 max-w-[76ch]">
      <p className="wrap-anywhere text-lead">{children}</p>
      {details}
    </div>
    {action}
  </div>
)
