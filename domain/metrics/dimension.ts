/** Lists the dimensions by which metrics can be broken down and filtered. */
import { z } from "zod"

export const dimension = z
  .object({
    id: z.string(),
    label: z.string(),
    is_always_available: z
      .boolean()
      .meta({ description: "true: every figure has it; false: only where the source's figures are kept by it" }),
    definition: z.string(),
  })
  .meta({ id: "Dimension" })
export type Dimension = z.infer<typeof dimension>

const row = (id: string, label: string, definition: string, is_always_available = false): Dimension => ({
  id,
  label,
  is_always_available,
  definition,
})

/** Stored with every fact, so these dimensions work without a stored breakdown. */
export const sourceDimensions = ["data_source", "provider"]

export const dimensions: readonly Dimension[] = [
  row("data_source", "Data source", "The id of the data source.", true),
  row("provider", "Provider", "The platform that the figures come from, such as google_ads.", true),
  row("channel", "Channel", "The kind of traffic that brought a visit, such as Organic Search."),
  row("source", "Source", "Where a visit came from, such as google."),
  row("medium", "Medium", "How a visit came, such as organic or cpc."),
  row("page", "Page", "The path of a page of the website."),
  row("query", "Search query", "The words that people searched for."),
  row("country", "Country", "Where people are, as the source names it."),
  row("device", "Device", "The kind of device, as the source names it."),
  row("campaign", "Campaign", "The id or name of an advertising campaign."),
  row("ad_group", "Ad group", "The id or name of an ad group or ad set."),
  row("ad", "Ad", "The id or name of an ad."),
  row("keyword", "Keyword", "The keyword that an ad was shown for."),
  row("network", "Network", "The network that an ad was shown in."),
]

export const dimensionIds = dimensions.map((d) => d.id) as [string, ...string[]]
