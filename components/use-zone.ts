/**
 * The time zone for formatting: "UTC" on the server and during hydration, then undefined, which means the browser's
 * time zone.
 */
"use client"

import { useIsHydrated } from "./ui/use-is-hydrated"

export const useZone = () => (useIsHydrated() ? undefined : "UTC")
