import { describe, expect, it } from "vitest"
import { type BrandNames, mentionFinder } from "./mentions"

const brand = (name: string, more: Partial<BrandNames> = {}): BrandNames => ({
  id: name,
  name,
  aliases: [],
  negative_aliases: [],
  domains: [],
  ...more,
})
const isNamed = (name: string, text: string, more: Partial<BrandNames> = {}) =>
  mentionFinder([brand(name, more)])(text).length > 0

describe("a name that an engine wrote in an unusual way is found", () => {
  it.each([
    ["AT&T", "AT\\&T offers plans"],
    ["AT&T", "AT&amp;T offers plans"],
    ["AT&T", "**AT&#38;T** and AT&#x26;T"],
    ["L'Oréal", "L&rsquo;Or&eacute;al Paris"],
    ["snake_case", "try snake\\_case today"],
    ["Lime Ricki", "$240.00Lime Ricki"],
    ["Warner Bros.", "Warner Bros.The studio"],
    ["Warner Bros.", "from Warner Bros in 2020"],
    ["Yahoo!", "Yahoo Mail"],
    ["Macy's", "Macys has a sale"],
    ["Macys", "Macy's has a sale"],
    ["Macys", "Macy’s has a sale"],
    ["De'Longhi", "a DeLonghi machine"],
    ["Škoda", "the Skoda Enyaq"],
    ["Skoda", "die ŠKODA-Modelle"],
    ["Hästens", "Hastens beds"],
    ["Łódź Design", "Lodz Design"],
    ["Bjørn Borg", "Bjorn Borg"],
    ["Häagen-Dazs", "Ha\u0308agen-Dazs"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("a name is found in every script", () => {
  it.each([
    ["Naver", "Naver는 좋은 도구입니다"],
    ["삼성", "삼성이 만든 제품"],
    ["삼성", "삼성에서는 할인 중"],
    ["네이버", "네이버와 카카오"],
    ["سامسونج", "هاتف وسامسونج"],
    ["سامسونج", "من السامسونج"],
    ["سامسونج", "لسامسونج وأبل"],
    ["أبل", "شركة ابل"],
    ["וולט", "הזמנתי בוולט"],
    ["Wolt", "הזמנתי בWolt"],
    ["ソニー", "私はソニーのヘッドホンが好きです"],
    ["Sony", "私はSonyのヘッドホン"],
    ["索尼", "推荐索尼耳机"],
    ["ธนาคารกรุงไทย", "บัญชีธนาคารกรุงไทยดีที่สุด"],
    ["Grab", "ใช้Grabทุกวัน"],
    ["Яндекс", "в Яндекс Картах"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("other words are no name", () => {
  it.each([
    ["삼성", "삼성동에 있습니다"],
    ["ライン", "オンラインで買う"],
    ["Sony", "the Sonyx and xSony"],
    ["Bose", "<!-- Bose --> nothing here"],
    ["אפל", "האפלולית"],
    ["Lime", "the sublime"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(false))
})

describe("a brand with the name of an everyday word", () => {
  it.each([
    ["Monday", "On Monday, the team meets."],
    ["Monday", "The report is due every Monday."],
    ["Target", "Target your audience with ads."],
    ["Target", "1. **Target your audience**: write for them"],
    ["Close", "Close the deal faster."],
    ["Close", "## How to Close More Deals"],
    ["Canva", "Canvas prints look great."],
    ["Canva", "Paint on canvas."],
    ["Square", "Squares and circles are shapes."],
    ["Notion", "The notion of time."],
    ["Slack", "Tip: Slack off less."],
  ])("%s is not mentioned by %j", (name, text) => expect(isNamed(name, text)).toBe(false))

  it.each([
    ["Monday", "1. **Monday**: boards for teams"],
    ["Monday", "Try Monday.com for projects."],
    ["Monday", "The Monday app has boards. On Monday we met."],
    ["Target", "You can buy it at Target or Walmart."],
    ["Target", "Target sells it. We like Target most."],
    ["Close", "- Close – a CRM for calls"],
    ["Close", "Close CRM helps."],
    ["Canva", "Canva is easy. Two Canvas later."],
    ["Square", "Compare Stripe and Square."],
    ["Square", "| Square | 2.6% |"],
    ["Notion", "[Notion](https://notion.example) is flexible."],
  ])("%s is mentioned by %j", (name, text) => expect(isNamed(name, text)).toBe(true))

  it("is treated as its settings say", () => {
    expect(isNamed("Target", "Target your audience.", { everyday_word: false })).toBe(true)
    expect(isNamed("Sony", "Sony cheers us up.", { everyday_word: true })).toBe(false)
    expect(isNamed("Sony", "We like Sony.", { everyday_word: true })).toBe(true)
  })

  it("counts near its domain", () => {
    expect(isNamed("Away", "look at away (awaytravel.com)", { domains: ["awaytravel.com"] })).toBe(true)
  })
})

it("brands that differ only by accents are told apart", () => {
  const find = mentionFinder([brand("Kāma"), brand("Kama")])
  expect(find("Kāma is a spa.").map(({ brand_id }) => brand_id)).toEqual(["Kāma"])
  expect(find("Kama is a knife.").map(({ brand_id }) => brand_id)).toEqual(["Kama"])
})

it("a comment that is not closed hides nothing, and many of them take no time", () => {
  expect(isNamed("Bose", "<!-- Bose")).toBe(true)
  expect(isNamed("Bose", `${"<!--".repeat(200_000)} Bose`)).toBe(true)
})
