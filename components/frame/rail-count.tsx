/**
 * A live count beside a link of the navigation: open signals, failing data sources, or failing webhooks. Zero is not
 * shown.
 */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"
import type { TeamStatus } from "./frame-props"

const refreshMs = 60_000

type Props = {
  of: "signals" | "sources" | "webhooks"
  /** The counts at the time when the page was rendered. */
  initial: TeamStatus
}

export function RailCount({ of, initial }: Props) {
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

function displayOf(of: Props["of"], status: TeamStatus["data"]): { label: string; isUrgent: boolean } {
  const { signals_open, signals_critical, sources_failing, sources_stale, webhooks_failing } = status
  if (of === "signals") return { label: signals_open ? `${signals_open} open` : "", isUrgent: signals_critical > 0 }
  if (of === "webhooks") return { label: webhooks_failing ? `${webhooks_failing} failing` : "", isUrgent: true }
  if (sources_failing) return { label: `${sources_failing} failing`, isUrgent: true }
  return { label: sources_stale ? `${sources_stale} stale` : "", isUrgent: false }
}
