/** Sentences of AI answers with brands that have the name of an everyday word. */
import { describe, expect, it } from "vitest"
import { mentionFinder } from "./mentions"
import { brandWithName } from "./testing/brand-with-name"

function isNamed(name: string, text: string, domain?: string, others: readonly string[] = []) {
  const brands = [
    brandWithName(name, { domains: domain ? [domain] : [] }),
    ...others.map((other) => brandWithName(other)),
  ]
  return mentionFinder(brands)(text).some(({ brand_id }) => brand_id === name)
}

describe("an everyday word is the name of a brand as the subject of a sentence about a company", () => {
  it.each([
    ["Square", "Square is a payment processor. Square works offline."],
    ["Close", "Close is a CRM for sales teams. Close works well for startups."],
    ["Notion", "Notion is flexible. Notion works great for teams."],
    ["Notion", "Notion is flexible. In short, it helps. Notion is also cheap."],
    ["Target", "Target is a retailer. Target carries toys. Target stores are everywhere."],
    ["Apple", "Apple is a technology company."],
    ["Slack", "Slack allows calls."],
    ["Zoom", "Zoom can record calls."],
    ["Chase", "Chase is one of the largest banks."],
    ["Indeed", "Indeed is a job site."],
    ["Indeed", "Indeed works for most roles."],
    ["Wise", "Wise helps you send money."],
    ["Calm", "Calm starts at $15 a month."],
    ["Gusto", "Gusto is a payroll provider."],
    ["Oracle", "Oracle remains the leader."],
    ["Sage", "Sage will connect to your bank."],
    ["Buffer", "Buffer schedules posts."],
    ["Brave", "Brave is a privacy-focused browser."],
    ["Chrome", "Chrome stands out for speed."],
    ["Purple", "Purple introduced a new mattress."],
    ["Shell", "Shell has been a company since 1907."],
    ["Teams", "Teams is a collaboration platform."],
    ["Target", "Target can ship it."],
    ["Monday", "Monday is a work management platform."],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(true))

  it.each([
    ["Square", "Square is a shape with four equal sides."],
    ["Apple", "Apple is a fruit."],
    ["Teams", "Teams can work together."],
    ["Things", "Things started well."],
    ["Monday", "Monday is a holiday. Monday is busy. Monday works for me."],
    ["Close", "Close leads faster."],
    ["Gap", "The gap is wide. The Gap is wide. Gap is wide."],
    ["We", "We can help. We started early."],
  ])("%s: not in %j", (name, text) => expect(isNamed(name, text)).toBe(false))
})

describe("the brand's domain in the answer shows that a capitalized word is a name", () => {
  it.each([
    ["Monday", "monday.com", "Monday is a tool. See [their site](https://monday.com)."],
    ["Monday", "monday.com", "Monday is great. See https://www.monday.com/pricing."],
    ["Square", "squareup.com", "Square is popular.\n\nVisit [the website](https://squareup.com) for pricing."],
  ])("%s with %s: %j", (name, domain, text) => expect(isNamed(name, text, domain)).toBe(true))

  it.each([
    ["Away", "awaytravel.com", "Put it away, says https://www.nytimes.com/awaytravel.com-review."],
    [
      "Away",
      "awaytravel.com",
      "Away games cost more. See https://notawaytravel.com or https://a.example/awaytravel.com.",
    ],
    ["Monday", "monday.com", "On Monday we met. Boards are at https://monday.com/boards."],
    ["Target", "target.com", "Target your audience. See https://target.com."],
    ["Indeed", "indeed.com", "Indeed, this is right. [Source](https://www.indeed.com/career-advice)"],
    ["Notion", "notion.so", "The notion of time. See https://notion.so."],
    ["Square", "squareup.com", "Squares are shapes. See https://squareup.com."],
  ])("%s with %s: not in %j", (name, domain, text) => expect(isNamed(name, text, domain)).toBe(false))
})

describe("a weekday next to another name is a name", () => {
  it.each([
    "I use Asana and Monday for work.",
    "Popular tools include Asana, Monday, and Trello. Monday is flexible.",
    "Popular tools include Monday, Asana, and Trello.",
    "Monday vs Asana",
    "Asana vs. Monday",
    "Monday work management",
    "| Monday | $9 |",
    "- Monday: $9 per seat",
    "1. **Asana** – Best for tasks\n2. **Monday** – Best for teams",
  ])("%j", (text) => {
    expect(isNamed("Monday", text)).toBe(true)
    expect(isNamed("Monday", text, undefined, ["Asana", "Trello"])).toBe(true)
  })

  it("accepts another brand of the project", () => {
    expect(isNamed("Monday", "I use Notion and Monday.", undefined, ["Notion"])).toBe(true)
    expect(isNamed("Monday", "I rest Sunday and Monday.", undefined, ["Sunday"])).toBe(false)
  })

  it.each([
    "On Monday, Google and Meta reported results.",
    "Last Monday, Asana announced a change.",
    "1. **Monday** – Chest",
    "1. **Monday** – Chest\n2. **Wednesday** – Legs",
    "**Monday**: Review goals",
    "- Monday: 9-17",
    "Open Friday and Monday.",
  ])("not in %j", (text) => expect(isNamed("Monday", text)).toBe(false))
})

describe("a name without a capital follows the rules of everyday words", () => {
  it.each([
    ["monday", "On Monday we met"],
    ["monday", "we met on monday"],
    ["target", "target your audience"],
    ["target", "set a target"],
    ["notion", "the notion of time"],
    ["square", "square root of 4"],
    ["close", "close the deal"],
  ])("%s: not in %j", (name, text) => expect(isNamed(name, text)).toBe(false))

  it.each([
    ["monday", "Try monday.com for boards."],
    ["monday", "monday work management has boards"],
    ["notion", "Notion offers templates"],
    ["close", "close CRM has a dialer"],
    ["eero", "an eero router"],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("a name of one or two letters that is a word follows the rules of everyday words", () => {
  it.each([
    ["On", "On the other hand, it rains. On Monday we met."],
    ["Up", "Up next, the list."],
    ["Go", "Go to the store."],
    ["We", "We like it."],
    ["Me", "Me too"],
    ["X", "The X-ray of an iPhone X"],
    ["X", "| Feature | X |"],
  ])("%s: not in %j", (name, text) => expect(isNamed(name, text)).toBe(false))

  it.each([
    ["On", "Runners like shoes from On."],
    ["On", "1. **On** – light shoes"],
    ["Go", "Go is a programming platform."],
    ["X", "Post it on X and LinkedIn."],
    ["X", "X (formerly Twitter)"],
    ["HP", "HP makes printers."],
    ["雀", "推荐雀手机"],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("a capital or bold text alone does not make a name", () => {
  it.each([
    ["Target", "**Target** your audience"],
    ["Target", "Target: 10,000 steps"],
    ["Target", "- Target: small business"],
    ["Target", "- Target: small business\n- Demographics: adults"],
    ["Target", "| Feature | Target |"],
    ["Target", "We met the Target audience."],
    ["Target", "You can set the Target CPA."],
    ["Close", "**Close** the deal"],
    ["Close", "Click **Close**."],
    ["Close", "Use the Close button."],
    ["Square", "We met in Times Square."],
    ["Square", "Times Square is busy."],
    ["Square", "She lives near Union Square."],
    ["Square", "| Shape | Square |"],
    ["Apple", "- Apple\n- Banana\n- Orange"],
    ["Apple", "**Apple** pie"],
    ["Apple", "We love the Big Apple."],
    ["Gap", "Mind the Gap"],
    ["Shell", "**Shell**: 100% nylon"],
    ["Teams", "Best for: Teams"],
    ["Outlook", "**Outlook**: The market will grow"],
    ["Remote", "Location: Remote"],
    ["Ram", "It has 16 GB RAM."],
    ["Visa", "You need a Visa."],
    ["Coach", "You can hire a Coach."],
    ["Coach", "Hire a Coach."],
    ["Target", "Your Target is 5%."],
    ["Up", "Sign Up"],
    ["On", "Turn On notifications"],
  ])("%s: not in %j", (name, text) => expect(isNamed(name, text)).toBe(false))

  it.each([
    ["Target", "- **Walmart**: cheap\n- **Target**: nice designs"],
    ["Target", "| Walmart | Target |"],
    ["Target", "You can use the Target app."],
    ["Notion", "**Notion** is flexible"],
    ["Notion", "Best overall: Notion"],
    ["Square", "Try Square today."],
    ["Teams", "We use Microsoft Teams daily."],
    ["Apple", "- Apple\n- Samsung"],
    ["Zoom", "- Slack\n- Zoom\n- Notion"],
    ["Zoom", "**Zoom**: A video conferencing tool for teams"],
    ["Square", "### Square: Best for retail"],
    ["On", "The On Cloudmonster is light."],
    ["Outlook", "- **Gmail**: free\n- **Outlook**: The classic"],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("more everyday words and places", () => {
  it.each([
    ["Headspace", "You are in the right headspace."],
    ["Patagonia", "We hiked in Patagonia, Chile."],
    ["Columbia", "We live in British Columbia."],
    ["Subway", "Take the NYC Subway."],
    ["Betterment", "It is for the betterment of all."],
    ["Rippling", "Rippling water calms."],
    ["Caribou", "The caribou migrate."],
    ["Dominos", "Dominos fall."],
    ["Domino's", "Dominos fall."],
    ["Tonal", "It has a tonal balance."],
    ["Whoop", "They whoop and cheer."],
    ["Oscar", "She won an Oscar."],
    ["Casper", "Casper, Wyoming is cold."],
    ["Gates", "Then Bill Gates said so."],
    ["Gates", "Bill Gates said so."],
  ])("%s: not in %j", (name, text) => expect(isNamed(name, text)).toBe(false))

  it.each([
    ["Patagonia", "Patagonia sells jackets."],
    ["Patagonia", "Buy jackets from Patagonia."],
    ["Casper", "We recommend Casper for side sleepers."],
    ["Domino's", "Domino's pizza is fast."],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("a name of several everyday words needs the capitals of the brand's name", () => {
  it.each([
    ["Best Buy", "You can get it at Best Buy.", true],
    ["Best Buy", "BEST BUY has it.", true],
    ["Best Buy", "**Best Buy**: open until 9", true],
    ["Best Buy", "This laptop is the best buy of the year.", false],
    ["Best Buy", "Best buy for families: the XL.", false],
    ["Whole Foods", "Eat whole foods and vegetables.", false],
    ["Whole Foods", "Whole Foods sells it, and whole foods are healthy.", true],
    ["best buy", "Get it at best buy.", true],
    ["Home Depot", "Ask at Home&nbsp;Depot.", true],
  ])("%s: %j", (name, text, expected) => expect(isNamed(name, text)).toBe(expected))

  it("or the brand's domain", () => {
    expect(isNamed("Best Buy", "the best buy is at bestbuy.com", "bestbuy.com")).toBe(true)
    expect(isNamed("Best Buy", "the best buy is at shop.example", "bestbuy.com")).toBe(false)
  })
})
