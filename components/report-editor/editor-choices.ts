/**
 * Defines the choices for a widget: the metrics and dimensions of the catalogue, and the client's projects and goals.
 */
import type { Choice } from "./choice-list"

export type EditorChoices = {
  reportId: string
  clientId: string
  metrics: Choice[]
  dimensions: Choice[]
  projects: Choice[]
  goals: Choice[]
}
