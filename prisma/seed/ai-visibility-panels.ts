/**
 * Content of the sample projects: prompts by topic, competitors, and the sites that the sample answers cite. All of it
 * is invented.
 */
import type { SourceClass } from "@/domain/answers/extraction/sources"

/** The probability that an answer mentions a brand in the first and in the last scan. */
export type Chances = { first: number; last: number }

export type Panel = {
  /** Matches the names of the clients that get this panel. */
  clientNames: RegExp
  name: string
  noun: string
  /** Topic to prompts. `{own}` is replaced by the client's name and makes the prompt a branded one. */
  topics: Record<string, string[]>
  competitors: (Chances & { name: string })[]
  own: Chances
  /** The sites that answers cite at first, with their source types. */
  sites: Record<string, SourceClass>
  /** The source types of the sites that answers cite later or for one prompt. */
  otherSites: Record<string, SourceClass>
  /** In the last two scans, the site `after` is cited in place of `before`. */
  replaced: { before: string; after: string }
  /** A prompt whose answers hardly ever name your brand. */
  gap: string
  /** The answers to this prompt cite this site, unless they name your brand. */
  gapSite: string
  /** Prompts whose answers name your brand until the last scan, which hardly ever names it. */
  lost: string[]
  /** What answers say about a brand, by sentiment. */
  remarks: Record<"positive" | "neutral" | "negative", string[]>
  /** Neutral sentences that follow a remark. */
  details: string[]
  /** What to check before buying, as a paragraph near the end of an answer. */
  advice: string[]
}

export const panels: Panel[] = [
  {
    clientNames: /bike|velo|cycl|sport|outdoor/i,
    name: "E-bikes",
    noun: "e-bike",
    topics: {
      "Choosing an e-bike": [
        "What is the best e-bike for a daily commute?",
        "best e-bike under 2500",
        "Which e-bike is good for a tall rider?",
        "lightweight e-bike for carrying upstairs",
      ],
      "Hills and range": [
        "best e-bike for hills",
        "Which e-bike has the longest range?",
        "e-bike with a removable battery",
      ],
      "Cargo and family": ["best cargo e-bike for two children", "Which e-bike can tow a trailer?"],
      "Service and repair": [
        "e-bike brands with good customer service",
        "Which e-bike brands still sell spare batteries after ten years?",
        "Is {own} a good choice for an e-bike?",
      ],
    },
    competitors: [
      { name: "Alpenrad", first: 0.82, last: 0.8 },
      { name: "Veloria", first: 0.66, last: 0.42 },
      { name: "Kettenwerk", first: 0.45, last: 0.47 },
      { name: "Pedalia", first: 0.2, last: 0.24 },
    ],
    own: { first: 0.42, last: 0.68 },
    sites: {
      "bikereviews.example": "editorial",
      "commuterweekly.example": "editorial",
      "thegearbench.example": "editorial",
      "ridersforum.example": "ugc",
      "citylife.example": "editorial",
    },
    otherSites: { "pedalpost.example": "editorial", "trailertests.example": "reference" },
    replaced: { before: "citylife.example", after: "pedalpost.example" },
    gap: "Which e-bike can tow a trailer?",
    gapSite: "trailertests.example",
    lost: [],
    remarks: {
      positive: [
        "a strong motor and a quiet ride",
        "fair prices and long warranties",
        "the best battery of its class",
        "simple to repair",
      ],
      neutral: ["sold in three frame sizes", "also available with a belt drive", "ships within two weeks"],
      negative: ["spare parts take weeks to arrive", "heavier than its rivals", "owners report a weak display"],
    },
    details: [
      "Most models have a mid-drive motor and hydraulic brakes",
      "A second battery can be added for longer trips",
      "Dealers in larger cities offer test rides",
      "The frame comes in a low version and a high one",
      "Lights, a rack and mudguards are part of the price",
    ],
    advice: [
      "Check the weight, the battery capacity in watt-hours and the distance to the next workshop. A long ride on your own route says more than a data sheet.",
      "Ask how much a new battery costs and how long spare parts will be sold. A battery lasts five to eight years, so this decides what the bike costs in the long run.",
    ],
  },
  {
    clientNames: /hearth|home|kitchen|cook|table/i,
    name: "Cookware",
    noun: "cookware set",
    topics: {
      "Pots and pans": [
        "best cookware set for induction",
        "Which pans last longest?",
        "non-stick pan without PFAS",
        "cast iron or carbon steel for beginners",
      ],
      "Small kitchens": ["cookware that stacks", "best pots for a small kitchen", "Which pan should I buy first?"],
      Gifts: ["wedding gift for people who cook", "kitchen gift under 100"],
      "Shops and service": [
        "Which online shop for kitchenware delivers fast?",
        "cookware with a lifetime warranty",
        "Is {own} worth the money?",
      ],
    },
    competitors: [
      { name: "Kupfergrund", first: 0.74, last: 0.76 },
      { name: "Northpan", first: 0.58, last: 0.6 },
      { name: "Stove & Stone", first: 0.5, last: 0.49 },
      { name: "Brasero", first: 0.22, last: 0.2 },
    ],
    own: { first: 0.61, last: 0.6 },
    sites: {
      "homecooks.example": "ugc",
      "slowsuppers.example": "editorial",
      "panbench.example": "reference",
      "kitchenpaper.example": "editorial",
      "tableboard.example": "corporate",
    },
    otherSites: { "stoveside.example": "editorial", "tinykitchens.example": "editorial" },
    replaced: { before: "kitchenpaper.example", after: "stoveside.example" },
    gap: "cookware that stacks",
    gapSite: "tinykitchens.example",
    lost: ["Which pans last longest?", "best pots for a small kitchen", "Which pan should I buy first?"],
    remarks: {
      positive: ["even heat on any hob", "fair prices for good steel", "handles that stay cool", "easy to clean"],
      neutral: ["sold as a set of five or eight", "available with glass lids", "made in two finishes"],
      negative: ["the coating wears off early", "heavy for daily use", "customers wait long for refunds"],
    },
    details: [
      "All pieces fit induction, gas and glass hobs",
      "Single pieces can be bought later",
      "The lids fit several sizes",
      "The pans go into the oven up to 220 degrees",
      "The range has a line without a coating",
    ],
    advice: [
      "Look at the thickness of the base, the handles and the warranty. A pan that lies flat heats evenly and saves energy.",
      "Start with two or three pieces that you will use each week. A large set is cheaper per piece, but half of it often stays in the cupboard.",
    ],
  },
]
