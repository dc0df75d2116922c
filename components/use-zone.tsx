/**
 * The time zone in which a page shows times. Pages of a team use the team's time zone. Other pages use that of the
 * browser, which the server does not know, so they show UTC until the page is hydrated.
 */
"use client"

import { createContext, type ReactNode, use } from "react"
import { useIsHydrated } from "./ui/use-is-hydrated"

const ZoneContext = createContext<string | undefined>(undefined)

/** Sets the time zone of the pages of a team. */
export const ZoneProvider = ({ zone, children }: { zone: string; children: ReactNode }) => (
  <ZoneContext value={zone}>{children}</ZoneContext>
)

/** Returns the time zone, or undefined for that of the browser. */
export function useZone() {
  const teamZone = use(ZoneContext)
  const isHydrated = useIsHydrated()
  return teamZone ?? (isHydrated ? undefined : "UTC")
}
