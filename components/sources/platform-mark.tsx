/** A small mark with the initials of a platform, shown before the name of a data source. */
import type { Source } from "./source-labels"

const abbreviations: Record<Source["provider"], string> = {
  ga4: "GA",
  search_console: "SC",
  google_ads: "Ad",
  meta_ads: "M",
  microsoft_ads: "MS",
  bing_webmaster: "B",
  csv: "csv",
}

export const PlatformMark = ({ provider }: Pick<Source, "provider">) => (
  <svg aria-hidden viewBox="0 0 24 24" className="size-6 shrink-0 max-md:size-5">
    <rect x="0.5" y="0.5" width="23" height="23" rx="5.5" className="fill-hover stroke-line" />
    <text x="12" y="15.5" textAnchor="middle" className="fill-quiet font-strong text-[10px]">
      {abbreviations[provider]}
    </text>
  </svg>
)
