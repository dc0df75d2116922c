/** The leading sentence of a page, larger than the text below it. */
import type { ReactNode } from "react"

export const Lead = ({ children }: { children: ReactNode }) => (
  <p className="wrap-anywhere mb-6 max-w-[76ch] text-pretty text-lead">{children}</p>
)
