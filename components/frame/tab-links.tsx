/**
 * Tabs for sibling pages. Each tab is a link, so that it has a URL. On phones, they are one row that scrolls sideways.
 */
"use client"

import { usePathname } from "next/navigation"
import { useLayoutEffect, useRef } from "react"
import { Link } from "@/components/link"

type Tab = {
  name: string
  href: string
  /** The pages below `href` have their own tabs. */
  isExact?: boolean
  /** The path above further pages of this tab. Default: `href`. */
  pagesBelow?: string
}
type Props = { label: string; tabs: Tab[] }

export function TabLinks({ label, tabs }: Props) {
  const path = usePathname()
  const row = useRef<HTMLElement>(null)

  // Shows the selected tab. Sets scrollLeft, because scrollIntoView could also scroll the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path selects the tab
  useLayoutEffect(() => {
    const selected = row.current?.querySelector<HTMLElement>("[aria-current=page]")
    if (!row.current || !selected) return
    row.current.scrollLeft = selected.offsetLeft - (row.current.clientWidth - selected.offsetWidth) / 2
  }, [path])

  return (
    <nav
      ref={row}
      aria-label={label}
      data-scrolls-on-phones
      className="relative mb-6 flex gap-x-3.5 border-line border-b max-sm:overflow-x-auto max-sm:text-table max-sm:scroll-shadows max-sm:[scrollbar-width:none] sm:flex-wrap sm:gap-x-5"
    >
      {tabs.map(({ name, href, isExact, pagesBelow = isExact ? undefined : href }) => {
        const isHere = path === href || (pagesBelow !== undefined && path.startsWith(`${pagesBelow}/`))
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? "page" : undefined}
            // On phones, the focus ring is inside the link, because the row would cut it off.
            className="whitespace-nowrap border-transparent border-b-2 px-px pt-1 pb-2 text-quiet max-sm:-outline-offset-2 sm:-mb-px hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text"
          >
            {name}
          </Link>
        )
      })}
    </nav>
  )
}
