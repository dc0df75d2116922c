/** Lists the formats of files and detects them. docs/importing-metrics.md explains how to add one. */
import type { Provider } from "@/domain/metrics/provider"
import { ImportError } from "../import-error"
import { columnName, type FileFormat } from "./file-format"
import { ga4 } from "./ga4"
import { genericDateColumns, genericFormat } from "./generic"
import { googleAds } from "./google-ads"
import { metaAds } from "./meta-ads"
import { microsoftAds } from "./microsoft-ads"
import { searchConsole } from "./search-console"
import { ga4Names, googleAdsNames, inAllLanguages, metaAdsNames, searchConsoleNames } from "./translations"

const formats = {
  ga4: inAllLanguages(ga4, ga4Names),
  search_console: inAllLanguages(searchConsole, searchConsoleNames),
  microsoft_ads: microsoftAds,
  google_ads: inAllLanguages(googleAds, googleAdsNames),
  meta_ads: inAllLanguages(metaAds, metaAdsNames),
} satisfies Partial<Record<Provider, FileFormat>>

type KnownFormat = keyof typeof formats
const knownFormats = Object.keys(formats) as KnownFormat[]

/** `generic` is any other file of daily metrics. */
export const formatIds: readonly FormatId[] = [...knownFormats, "generic"]
export type FormatId = KnownFormat | "generic"

/** Date columns of all formats, in all languages. A line with one of them is a header. */
export const dateColumns: ReadonlySet<string> = new Set([
  ...genericDateColumns,
  ...knownFormats.flatMap((id) => formats[id].date),
])

type Header = { header: string[]; preamble: string[] }
type Choice = { provider?: FormatId | undefined; metric?: string | undefined }

/** Returns the requested format, or else the one that the file looks like. */
export function chooseFormat({ header, preamble }: Header, { provider, metric }: Choice): FileFormat {
  if (provider !== undefined && !formatIds.includes(provider))
    throw new ImportError(`The provider "${provider}" does not exist. Use one of ${formatIds.join(", ")}.`)
  const id = provider ?? (metric === undefined ? likelyFormat(header, preamble) : "generic")
  return id === "generic" ? genericFormat(header, metric) : formats[id]
}

/**
 * Detects the format by its columns, or else by the comments above the header, with which Analytics downloads start.
 */
function likelyFormat(header: string[], preamble: string[]): FormatId {
  const names = new Set(header.map(columnName))
  const byColumns = knownFormats.find((id) => {
    const { recognizedBy, translationsOf = () => [] }: FileFormat = formats[id]
    const hasColumn = (column: string) => [column, ...translationsOf(column)].some((name) => names.has(name))
    return recognizedBy.some((columns) => columns.every(hasColumn))
  })
  return byColumns ?? (preamble.some((line) => line.startsWith("#")) ? "ga4" : "generic")
}
