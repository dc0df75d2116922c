/** Turns positive signals, and what works again after it failed, into a list of sentences for Home, newest first. */
import type { Data } from "@/components/api/types"
import type { SignalGroup } from "@/components/signals/signal-groups"
import { addressOf, type HomeItem, incidentItem } from "./attention"

type Recovery = Data<"home", "listImprovements">["recoveries"][number]

type Found = { incidents: SignalGroup[]; recoveries: Recovery[] }

export const improvementItems = ({ incidents, recoveries }: Found, teamPath: string): HomeItem[] =>
  [
    ...incidents.map((incident): HomeItem => ({ ...incidentItem(incident, teamPath), lamp: "clear" })),
    ...recoveries.map((recovery) => recoveryItem(recovery, teamPath)),
  ].sort((a, b) => b.at.localeCompare(a.at))

function recoveryItem({ kind, id, name, project_id, at }: Recovery, teamPath: string): HomeItem {
  const item = { key: id, lamp: "clear", detail: "", at } as const
  switch (kind) {
    case "source":
      return {
        ...item,
        title: `Syncs of ${name} succeed again.`,
        href: `${teamPath}/sources/${id}`,
        action: "Open source",
      }
    case "scan":
      return {
        ...item,
        title: `The last scan of ${name} succeeded again.`,
        href: `${teamPath}/ai-visibility/${project_id}/scans/${id}`,
        action: "Open scan",
      }
    case "webhook":
      return {
        ...item,
        title: `Deliveries to ${addressOf(name)} succeed again.`,
        href: `${teamPath}/settings/api/webhooks/${id}`,
        action: "Open webhook",
      }
  }
}
