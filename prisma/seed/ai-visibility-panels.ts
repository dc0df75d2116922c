/** What the sample projects are about: prompts by topic, rivals, and the sites that the made-up answers cite. All of it is invented. */

export type Panel = {
  /** Matches the client it suits. */
  suits: RegExp
  name: string
  noun: string
  engines: string[]
  /** Topic -> prompts; `{own}` stands for the client's name and makes the prompt a branded one. */
  topics: Record<string, string[]>
  /** Name, and how likely an answer names it at the first and at the last scan. */
  rivals: [name: string, first: number, last: number][]
  /** The same for the own brand. */
  own: [first: number, last: number]
  sites: string[]
  praise: string[]
}

export const panels: Panel[] = [
  {
    suits: /bike|velo|cycl|sport|outdoor/i,
    name: "E-bikes",
    noun: "e-bike",
    engines: ["chatgpt", "google_ai_mode", "copilot"],
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
    rivals: [
      ["Alpenrad", 0.82, 0.8],
      ["Veloria", 0.66, 0.42],
      ["Kettenwerk", 0.45, 0.47],
      ["Pedalia", 0.2, 0.24],
    ],
    own: [0.42, 0.68],
    sites: [
      "bikereviews.example",
      "commuterweekly.example",
      "thegearbench.example",
      "ridersforum.example",
      "citylife.example",
    ],
    praise: [
      "a strong motor and a quiet ride",
      "fair prices and long warranties",
      "the best battery of its class",
      "simple to repair",
    ],
  },
  {
    suits: /coffee|caff|roast|food|kitchen|tea/i,
    name: "Coffee at home",
    noun: "coffee subscription",
    engines: ["chatgpt", "google_ai_mode"],
    topics: {
      Subscriptions: [
        "best coffee subscription",
        "Which coffee subscription is good for espresso?",
        "coffee subscription as a gift",
        "decaf coffee delivered monthly",
      ],
      Beans: [
        "best beans for a moka pot",
        "Which roaster sells fresh single origin beans?",
        "low acid coffee beans",
        "organic fair trade coffee online",
      ],
      Machines: [
        "Which grinder should I buy with an espresso machine?",
        "coffee capsules that are not wasteful",
        "best coffee for cold brew",
      ],
      Trust: ["Is {own} worth the money?"],
    },
    rivals: [
      ["Tazza Nera", 0.74, 0.76],
      ["Northroast", 0.58, 0.6],
      ["Bean & Barrel", 0.5, 0.49],
      ["Crema Club", 0.22, 0.2],
    ],
    own: [0.61, 0.6],
    sites: [
      "homebarista.example",
      "slowmornings.example",
      "tastetest.example",
      "kitchenpaper.example",
      "beanboard.example",
    ],
    praise: ["roasted to order", "flexible deliveries", "clear tasting notes", "low prices for good beans"],
  },
]
