/** Lists the export formats and detects them. To add one, write its file and add a line here. */
import { columnName, type FileFormat } from "../file-format"
import { ImportRefused } from "../import-refused"
import { generic } from "./generic"
import { googleAds } from "./google-ads"
import { metaAds } from "./meta-ads"
import { microsoftAds } from "./microsoft-ads"

const formats: Record<string, FileFormat> = {
  microsoft_ads: microsoftAds,
  google_ads: googleAds,
  meta_ads: metaAds,
}

export const importProviders = [...Object.keys(formats), "generic"]

/** Returns the requested format, or else the one that matches the header. */
export function chooseFormat(header: string[], asked?: { provider?: string | undefined; metric?: string | undefined }) {
  const { provider, metric } = asked ?? {}
  if (provider !== undefined && !importProviders.includes(provider))
    throw new ImportRefused(`The provider "${provider}" does not exist. Use one of ${importProviders.join(", ")}.`)
  const names = new Set(header.map(columnName))
  const likely = Object.keys(formats).find((name) => formats[name]?.recognisedBy.every((column) => names.has(column)))
  const name = provider ?? (metric === undefined ? likely : undefined)
  return formats[name ?? "generic"] ?? generic(header, metric)
}
