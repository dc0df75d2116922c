/** Lists the dimensions by which metrics can be broken down and filtered. */
import { z } from "zod"

export const dimension = z
  .object({
    id: z.string().meta({ description: "The ID of the dimension, as used in queries." }),
    label: z.string().meta({ description: "The name of the dimension for display." }),
    is_always_available: z
      .boolean()
      .meta({ description: "`true` if all data has this dimension. `false` if only some data sources provide it." }),
    definition: z.string().meta({ description: "What the dimension contains." }),
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
  row("data_source", "Data source", "The ID of the data source.", true),
  row("provider", "Provider", "The platform that the data comes from, such as google_ads.", true),
  row("channel", "Channel", "The channel that a visit came from, such as Organic Search."),
  row("source", "Source", "The site that a visit came from, such as google."),
  row("medium", "Medium", "The medium of a visit, such as organic or cpc."),
  row("page", "Page", "A page of the website, as named by the data source: its path, or its whole URL."),
  row("query", "Search query", "The words that users searched for."),
  row("country", "Country", "The country of the users, as named by the data source."),
  row("device", "Device", "The device category, as named by the data source."),
  row("campaign", "Campaign", "The ID or name of an advertising campaign."),
  row("ad_group", "Ad group", "The ID or name of an ad group or ad set."),
  row("ad", "Ad", "The ID or name of an ad."),
  row("keyword", "Keyword", "The keyword for which an ad was shown."),
  row("network", "Network", "The advertising network in which an ad was shown."),
]

export const dimensionIds = dimensions.map(({ id }) => id) as [string, ...string[]]
