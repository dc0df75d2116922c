/** The time zone for formatting: "UTC" on the server and during hydration, then undefined, which means the browser's time zone. */
"use client"

import { useIsAlive } from "./ui/use-is-alive"

export const useZone = () => (useIsAlive() ? undefined : "UTC")
