/** The clients of the demo team, with the rough shape of their data. */
import type { Provider } from "@/domain/metrics/provider"

export type Ads = {
  provider: Provider
  account: string
  /** Name, share of the spend, clicks per unit of currency, conversions per click. */
  campaigns: [name: string, share: number, clicksPerMoney: number, conversionRate: number][]
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
  /** The month (1 to 12) with the most sessions, and the share by which demand is lower half a year away from it. */
  peak: [month: number, height: number]
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
    peak: [5, 0.3],
    orderValue: 132,
    isDetailed: true,
    dailySearchClicks: 420,
    ads: [
      {
        provider: "google_ads",
        account: "481-220-7731",
        campaigns: [
          ["Brand", 0.15, 2.4, 0.061],
          ["City bikes", 0.4, 1.1, 0.024],
          ["E-bikes", 0.3, 0.8, 0.019],
          ["Accessories", 0.15, 1.6, 0.033],
        ],
        dailySpend: 190,
        valuePerConversion: 118,
      },
      {
        provider: "meta_ads",
        account: "act_2204417",
        campaigns: [
          ["Spring collection", 0.6, 1.3, 0.012],
          ["Visited before", 0.4, 1.9, 0.028],
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
    peak: [1, 0.2],
    dailySearchClicks: 120,
    ads: [
      {
        provider: "microsoft_ads",
        account: "150998214",
        campaigns: [
          ["Implants", 0.55, 0.32, 0.052],
          ["Check-ups", 0.45, 0.61, 0.094],
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
    peak: [12, 0.55],
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
    peak: [9, 0.45],
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
    peak: [7, 0.7],
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
    peak: [12, 0.6],
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
    peak: [1, 0],
  },
]
