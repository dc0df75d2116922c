/** The clients of the demo team, with the rough shape of their data. */
import type { Provider } from "@/domain/metrics/provider"

/** `shareOfSpend`: of all campaigns together, 1. `conversionRate`: conversions per click. */
type Campaign = { name: string; shareOfSpend: number; clicksPerUnitOfCurrency: number; conversionRate: number }

export type Ads = {
  provider: Provider
  account: string
  campaigns: Campaign[]
  dailySpend: number
  valuePerConversion: number
}

export type Profile = {
  name: string
  slug: string
  industry: string
  timezone: string
  currency: string
  tags: string[]
  status: "active" | "paused" | "archived"
  /** Sessions on a weekday of the peak month, at today's level. 0 if the client has no data. */
  dailySessions: number
  /** Growth per year: 0.24 is 24%. */
  trend: number
  /** Demand on a weekend day relative to a weekday. */
  weekend: number
  /** `month`: 1 to 12, the one with the most sessions. `drop`: the share by which demand is lower half a year later. */
  peak: { month: number; drop: number }
  orderValue: number | null
  /** True when data is also stored by channel and device. */
  isDetailed: boolean
  dailySearchClicks: number
  ads: Ads[]
}

const usual = {
  status: "active",
  isDetailed: false,
  orderValue: null,
  dailySearchClicks: 0,
  ads: [],
} satisfies Partial<Profile>

export const profiles: Profile[] = [
  {
    ...usual,
    name: "Bergamo Bikes",
    slug: "bergamo-bikes",
    industry: "Retail",
    timezone: "Europe/Rome",
    currency: "EUR",
    tags: ["retail", "italy"],
    dailySessions: 1_450,
    trend: 0.24,
    weekend: 1.25,
    peak: { month: 5, drop: 0.3 },
    orderValue: 132,
    isDetailed: true,
    dailySearchClicks: 420,
    ads: [
      {
        provider: "google_ads",
        account: "4812207731",
        campaigns: [
          { name: "Brand", shareOfSpend: 0.15, clicksPerUnitOfCurrency: 2.4, conversionRate: 0.061 },
          { name: "City bikes", shareOfSpend: 0.4, clicksPerUnitOfCurrency: 1.1, conversionRate: 0.024 },
          { name: "E-bikes", shareOfSpend: 0.3, clicksPerUnitOfCurrency: 0.8, conversionRate: 0.019 },
          { name: "Accessories", shareOfSpend: 0.15, clicksPerUnitOfCurrency: 1.6, conversionRate: 0.033 },
        ],
        dailySpend: 190,
        valuePerConversion: 118,
      },
      {
        provider: "meta_ads",
        account: "act_2204417",
        campaigns: [
          { name: "Spring collection", shareOfSpend: 0.6, clicksPerUnitOfCurrency: 1.3, conversionRate: 0.012 },
          { name: "Visited before", shareOfSpend: 0.4, clicksPerUnitOfCurrency: 1.9, conversionRate: 0.028 },
        ],
        dailySpend: 95,
        valuePerConversion: 104,
      },
    ],
  },
  {
    ...usual,
    name: "Cedar Dental Group",
    slug: "cedar-dental-group",
    industry: "Health",
    timezone: "America/Chicago",
    currency: "USD",
    tags: ["local", "lead generation"],
    dailySessions: 310,
    trend: 0.12,
    weekend: 0.55,
    peak: { month: 1, drop: 0.2 },
    dailySearchClicks: 120,
    ads: [
      {
        provider: "microsoft_ads",
        account: "150998214",
        campaigns: [
          { name: "Implants", shareOfSpend: 0.55, clicksPerUnitOfCurrency: 0.32, conversionRate: 0.052 },
          { name: "Check-ups", shareOfSpend: 0.45, clicksPerUnitOfCurrency: 0.61, conversionRate: 0.094 },
        ],
        dailySpend: 84,
        valuePerConversion: 210,
      },
    ],
  },
  {
    ...usual,
    name: "Harbor & Hearth",
    slug: "harbor-and-hearth",
    industry: "Home",
    timezone: "America/New_York",
    currency: "USD",
    tags: ["retail"],
    dailySessions: 890,
    trend: -0.06,
    weekend: 1.15,
    peak: { month: 12, drop: 0.55 },
    orderValue: 84,
    dailySearchClicks: 260,
  },
  {
    ...usual,
    name: "Lumen Language School",
    slug: "lumen-language-school",
    industry: "Education",
    timezone: "Europe/London",
    currency: "GBP",
    tags: ["education", "lead generation"],
    dailySessions: 240,
    trend: 0.31,
    weekend: 0.8,
    peak: { month: 9, drop: 0.45 },
    dailySearchClicks: 95,
  },
  {
    ...usual,
    name: "Alpine Trails",
    slug: "alpine-trails",
    industry: "Travel",
    timezone: "Europe/Zurich",
    currency: "CHF",
    tags: ["travel"],
    dailySessions: 520,
    trend: 0.08,
    weekend: 1.1,
    peak: { month: 7, drop: 0.7 },
    orderValue: 410,
  },
  {
    ...usual,
    name: "Fern & Fable Books",
    slug: "fern-and-fable-books",
    industry: "Retail",
    timezone: "Europe/Dublin",
    currency: "EUR",
    tags: ["retail"],
    status: "paused",
    dailySessions: 130,
    trend: -0.1,
    weekend: 1.2,
    peak: { month: 12, drop: 0.6 },
    orderValue: 27,
  },
  {
    ...usual,
    name: "Old Mill Bakery",
    slug: "old-mill-bakery",
    industry: "Food",
    timezone: "Europe/London",
    currency: "GBP",
    tags: ["local"],
    status: "archived",
    dailySessions: 0,
    trend: 0,
    weekend: 1,
    peak: { month: 1, drop: 0 },
  },
]
