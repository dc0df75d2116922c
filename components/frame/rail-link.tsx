/** One link of the navigation, with its icon and a live count. It is highlighted on its page and below. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { usePathname } from "next/navigation"
import type { ReactNode } from "react"
import { useApi } from "@/components/api/provider"
import { Link } from "@/components/link"
import type { TeamStatus } from "./frame-props"

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

const refreshMs = 60_000

type CountProps = {
  of: "signals" | "sources" | "webhooks"
  /** The counts at the time when the page was rendered. */
  initial: TeamStatus
}

/** A count beside a link: open signals, failing data sources, or failing webhooks. Zero is not shown. */
export function RailCount({ of, initial }: CountProps) {
  const { data } = useQuery({
    ...useApi().home.getStatus.queryOptions({}),
    initialData: initial,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  })
  const { label, isUrgent } = displayOf(of, data.data)
  if (!label) return null
  return <span className={`figures text-small ${isUrgent ? "text-danger-text" : "text-quiet"}`}>{label}</span>
}

function displayOf(of: CountProps["of"], status: TeamStatus["data"]): { label: string; isUrgent: boolean } {
  const { signals_open, signals_critical, sources_failing, sources_stale, webhooks_failing } = status
  if (of === "signals") return { label: signals_open ? `${signals_open} open` : "", isUrgent: signals_critical > 0 }
  if (of === "webhooks") return { label: webhooks_failing ? `${webhooks_failing} failing` : "", isUrgent: true }
  if (sources_failing) return { label: `${sources_failing} failing`, isUrgent: true }
  return { label: sources_stale ? `${sources_stale} stale` : "", isUrgent: false }
}
