/** Frame of pages outside a team: the product's name at the top, the page in the middle. */

import type { ReactNode } from "react"
import { Wordmark } from "@/components/wordmark"

export function BareFrame({ corner, children }: { corner?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="mx-auto flex h-14 w-full max-w-[1200px] items-center justify-between gap-4 px-4 sm:px-8">
        <a href="/" aria-label="Signalbox: start page">
          <Wordmark />
        </a>
        {corner}
      </header>
      <main className="px-4 pb-16 sm:px-8">{children}</main>
    </div>
  )
}
