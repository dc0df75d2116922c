/** Creates one day of a client's advertising and organic search data. */
import { demandOn } from "./daily-demand"
import type { Ads, Profile } from "./profiles"
import { noise, type Random } from "./random"
import type { DayFact } from "./website-facts"

export function adFacts(
  { campaigns, dailySpend, valuePerConversion }: Ads,
  profile: Profile,
  day: string,
  today: string,
  random: Random,
): DayFact[] {
  const budget = dailySpend * demandOn(day, today, { ...profile, trend: profile.trend / 2 })
  const parts = campaigns.map(({ name: campaign, shareOfSpend, clicksPerUnitOfCurrency, conversionRate }) => {
    const ad_spend = Math.round(budget * shareOfSpend * noise(random, 0.12) * 100) / 100
    const ad_clicks = Math.round(ad_spend * clicksPerUnitOfCurrency * noise(random, 0.1))
    const ad_conversions = Math.round(ad_clicks * conversionRate * noise(random, 0.3) * 10) / 10
    const ad_conversion_value = Math.round(ad_conversions * valuePerConversion * noise(random, 0.15) * 100) / 100
    const ad_impressions = ad_clicks * 24 + Math.round(ad_clicks * 18 * random())
    return { campaign, totals: { ad_spend, ad_clicks, ad_impressions, ad_conversions, ad_conversion_value } }
  })
  const names = ["ad_spend", "ad_clicks", "ad_impressions", "ad_conversions", "ad_conversion_value"] as const
  return names.flatMap((metric_id) => [
    { metric_id, value: Number(parts.reduce((sum, { totals }) => sum + totals[metric_id], 0).toFixed(2)) },
    ...parts.map(({ campaign, totals }) => ({ metric_id, value: totals[metric_id], dims: { campaign } })),
  ])
}

export function searchFacts(profile: Profile, day: string, today: string, random: Random): DayFact[] {
  const search_clicks = Math.round(profile.dailySearchClicks * demandOn(day, today, profile) * noise(random, 0.08))
  const search_impressions = Math.round(search_clicks * 31 * noise(random, 0.07))
  const position = 11.4 / demandOn(day, today, { ...profile, trend: 0.3, peak: { month: 1, drop: 0 }, weekend: 1 }) - 3
  return [
    { metric_id: "search_clicks", value: search_clicks },
    { metric_id: "search_impressions", value: search_impressions },
    { metric_id: "search_position.sum", value: Math.round(search_impressions * position * noise(random, 0.03)) },
    { metric_id: "search_position.weight", value: search_impressions },
  ]
}
