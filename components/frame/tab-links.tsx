/** Tabs for sibling pages. Each tab is a link, so that it has a URL. */
"use client"

import { usePathname } from "next/navigation"
import { Link } from "@/components/link"

type Tab = {
  name: string
  href: string
  /** The pages below `href` have their own tabs. */
  isExact?: boolean
  /** Pages below this path belong to the tab, too. */
  alsoBelow?: string
}
type Props = { label: string; tabs: Tab[] }

export function TabLinks({ label, tabs }: Props) {
  const path = usePathname()
  return (
    <nav aria-label={label} className="mb-6 flex flex-wrap gap-x-3.5 border-line border-b max-sm:text-table sm:gap-x-5">
      {tabs.map(({ name, href, isExact, alsoBelow }) => {
        const isBelow = (base: string) => path.startsWith(`${base}/`)
        const isHere = path === href || (!isExact && isBelow(href)) || (alsoBelow !== undefined && isBelow(alsoBelow))
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? "page" : undefined}
            className="-mb-px whitespace-nowrap border-transparent border-b-2 px-px pt-1 pb-2 text-quiet hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text"
          >
            {name}
          </Link>
        )
      })}
    </nav>
  )
}
