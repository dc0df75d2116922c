/** Decides which metrics an annotation concerns. */
import { metricOf } from "./catalogue"
import { type Provider, providers } from "./provider"

type Scope = { provider: Provider | null; metric: string | null }

const isProvidedBy = (provider: Provider, metricId: string) =>
  provider === "csv" || metricOf(metricId).providers.includes(provider)

/** `used`: the platforms that the metric is read from. By default all that have it. */
export function annotationConcernsMetric(
  { metric, provider }: Scope,
  metricId: string,
  used: readonly Provider[] = providers,
): boolean {
  if (metric !== null && metric !== metricId) return false
  // A file can contain any metric.
  return provider === null || (used.includes(provider) && isProvidedBy(provider, metricId))
}
