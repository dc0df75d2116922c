/** Decides which metrics an annotation concerns. */
import { metricOf } from "./catalogue"
import { type Provider, providers } from "./provider"

type Scope = { provider: Provider | null; metric: string | null }

const isProvidedBy = (provider: Provider, metricId: string) =>
  provider === "csv" || metricOf(metricId).providers.includes(provider)

/**
 * The default of `used`, without `csv`: a file can contain any metric, so an annotation of files applies only if the
 * caller knows that the metric is read from files.
 */
const platforms = providers.filter((provider) => provider !== "csv")

/** `used`: the platforms that the metric is read from, and `csv` for files. By default all platforms that have it. */
export function annotationConcernsMetric(
  { metric, provider }: Scope,
  metricId: string,
  used: readonly Provider[] = platforms,
): boolean {
  if (metric !== null && metric !== metricId) return false
  return provider === null || (used.includes(provider) && isProvidedBy(provider, metricId))
}
