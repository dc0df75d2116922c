/** Lists the export formats and detects them. To add one, write its file and add a line here. */
import { columnName, type FileFormat } from "../file-format"
import { ImportError } from "../import-error"
import type { CsvFile } from "../open-csv"
import { ga4 } from "./ga4"
import { genericFormat } from "./generic"
import { googleAds } from "./google-ads"
import { metaAds } from "./meta-ads"
import { microsoftAds } from "./microsoft-ads"
import { searchConsole } from "./search-console"
import { ga4Names, googleAdsNames, inAllLanguages, metaAdsNames, searchConsoleNames } from "./translations"

const formats: Record<string, FileFormat> = {
  ga4: inAllLanguages(ga4, ga4Names),
  search_console: inAllLanguages(searchConsole, searchConsoleNames),
  microsoft_ads: microsoftAds,
  google_ads: inAllLanguages(googleAds, googleAdsNames),
  meta_ads: inAllLanguages(metaAds, metaAdsNames),
}

export const importProviders = [...Object.keys(formats), "generic"]

type Choice = { provider?: string | undefined; metric?: string | undefined }

/** Returns the requested format, or else the one that the file looks like. */
export function chooseFormat({ header, preamble }: CsvFile, { provider, metric }: Choice): FileFormat {
  if (provider !== undefined && !importProviders.includes(provider))
    throw new ImportError(`The provider "${provider}" does not exist. Use one of ${importProviders.join(", ")}.`)
  const name = provider ?? (metric === undefined ? likelyFormat(header, preamble) : undefined)
  return formats[name ?? "generic"] ?? genericFormat(header, metric)
}

/** Titles and comments above the header decide only when no column does. */
function likelyFormat(header: string[], preamble: string[]) {
  const names = new Set(header.map(columnName))
  const byColumns = Object.keys(formats).find((name) => {
    const { recognizedBy = [], translations = {} } = formats[name] ?? {}
    const hasColumn = (column: string) => [column, ...(translations[column] ?? [])].some((other) => names.has(other))
    return recognizedBy.some((columns) => columns.every(hasColumn))
  })
  return byColumns ?? (preamble.some((line) => line.startsWith("#")) ? "ga4" : undefined)
}
