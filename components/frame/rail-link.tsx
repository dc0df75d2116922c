/** One link of the navigation, with its icon and a count. It is highlighted on its page and below. */
"use client"

import { usePathname } from "next/navigation"
import type { ReactNode } from "react"
import { Link } from "@/components/link"

/** `except` is a path below this one that has a separate link. */
type Props = {
  href: string
  icon: ReactNode
  count?: ReactNode
  isExact?: boolean
  except?: string
  children: ReactNode
}

export function RailLink({ href, icon, count, isExact, except, children }: Props) {
  const path = usePathname()
  const isBelow = (base: string) => path === base || path.startsWith(`${base}/`)
  const isCurrent = isExact ? path === href : isBelow(href) && !(except && isBelow(except))
  return (
    <Link
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className="flex h-8 items-center gap-2.5 rounded-box px-2.5 text-quiet transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-accent-wash aria-[current=page]:font-strong aria-[current=page]:text-text"
    >
      <span aria-hidden className="[&>svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {count}
    </Link>
  )
}
