/** Finds the platforms that a client's metrics come from. */
import type { Data } from "@/components/api/types"
import { providerLabels, providers } from "@/domain/metrics/provider"

type Metric = Pick<Data<"metrics", "list">[number], "id" | "providers">

/**
 * Returns the names of the platforms of each metric by its id: those of the client's sources that provide the metric.
 * If none of them does and the client has an uploaded file, the file is the source.
 */
export function metricPlatforms(metrics: Metric[], sources: { provider: string }[]): Map<string, string[]> {
  const connected = providers.filter((provider) => sources.some((source) => source.provider === provider))
  return new Map(
    metrics.map((metric) => {
      const providing = connected.filter((provider) => metric.providers.includes(provider))
      const shownProviders = providing.length === 0 ? connected.filter((provider) => provider === "csv") : providing
      return [metric.id, shownProviders.map((provider) => providerLabels[provider])]
    }),
  )
}
