/** The viewer's time zone is known in the browser only: "UTC" while the page is as the server drew it, then undefined, which is theirs. */
"use client"

import { useIsAlive } from "./ui/use-is-alive"

export const useZone = () => (useIsAlive() ? undefined : "UTC")
