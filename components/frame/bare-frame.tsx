/** Frame of pages outside a team: the product's name at the top, the page in the middle. */

import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Wordmark } from "@/components/wordmark"

export function BareFrame({ corner, children }: { corner?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="mx-auto flex h-14 w-full max-w-[1200px] items-center justify-between gap-4 px-4 sm:px-8">
        <Link href="/" aria-label="Signalbox: start page">
          <Wordmark />
        </Link>
        {corner}
      </header>
      <main className="px-4 pb-16 sm:px-8">{children}</main>
    </div>
  )
}

/** A narrow column for a short form or text. */
export function Narrow({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mx-auto mt-[8dvh] w-full max-w-sm">
      <h1 className="text-title">{title}</h1>
      {lead && <p className="mt-1 text-quiet">{lead}</p>}
      <div className="mt-6">{children}</div>
    </div>
  )
}
