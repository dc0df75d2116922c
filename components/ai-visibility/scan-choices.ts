/** Scans as the choices of a list. */
import type { Data } from "@/components/api/types"
import { formatDate } from "@/components/format-date"

type Scan = Data<"scans", "list">[number]

/** "12 Nov 2026 (partial)" */
export const scanWords = ({ finished_at, created_at, status }: Scan) =>
  `${formatDate(new Date(finished_at ?? created_at), "UTC")}${status === "partial" ? " (partial)" : ""}`

export const scanChoices = (scans: Scan[]) => Object.fromEntries(scans.map((scan) => [scan.id, scanWords(scan)]))
