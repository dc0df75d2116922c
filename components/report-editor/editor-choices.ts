/** The choices that the editor offers for a widget: metrics and dimensions, and the client's projects and goals. */
import type { Choice } from "@/components/ui/add-menu"

export type EditorChoices = {
  reportId: string
  clientId: string
  metrics: Choice[]
  dimensions: Choice[]
  projects: Choice[]
  goals: Choice[]
}
