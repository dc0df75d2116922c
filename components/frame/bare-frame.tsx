/** Frame of pages outside a team: the product's name at the top, the page in the middle. */
import type { ReactNode } from "react"
import { Wordmark } from "@/components/wordmark"

/** `homePath`: where the product's name leads. */
type Props = { corner?: ReactNode; homePath?: string; children: ReactNode }

export function BareFrame({ corner, homePath = "/", children }: Props) {
  return (
    <div className="min-h-dvh">
      <header className="mx-auto flex h-14 w-full max-w-[1200px] items-center justify-between gap-4 px-4 sm:px-8">
        <a href={homePath} aria-label={homePath === "/" ? "Signalbox: start page" : "Signalbox: your team"}>
          <Wordmark />
        </a>
        {corner}
      </header>
      <main className="px-4 pb-16 sm:px-8">{children}</main>
    </div>
  )
}
