/**
 * The time zone in which a page shows its times: that of the team, on the server too. Pages outside a team use the
 * user's time zone: "UTC" on the server and during hydration, then undefined, which means the browser's time zone.
 */
"use client"

import { createContext, type ReactNode, use } from "react"
import { useIsHydrated } from "./ui/use-is-hydrated"

const ZoneContext = createContext<string | undefined>(undefined)

/** Sets the time zone of the pages of a team. */
export const ZoneProvider = ({ zone, children }: { zone: string; children: ReactNode }) => (
  <ZoneContext value={zone}>{children}</ZoneContext>
)

export function useZone() {
  const teamZone = use(ZoneContext)
  const isHydrated = useIsHydrated()
  return teamZone ?? (isHydrated ? undefined : "UTC")
}
