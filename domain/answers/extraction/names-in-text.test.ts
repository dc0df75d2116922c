import { describe, expect, it } from "vitest"
import { type BrandNames, mentionFinder } from "./mentions"
import { brandWithName } from "./testing/brand-with-name"

const isNamed = (name: string, text: string, more: Partial<BrandNames> = {}) =>
  mentionFinder([brandWithName(name, more)])(text).length > 0

describe("a name that an engine wrote in an unusual way is found", () => {
  it.each([
    ["AT&T", "AT\\&T offers plans"],
    ["AT&T", "AT&amp;T offers plans"],
    ["AT&T", "**AT&#38;T** and AT&#x26;T"],
    ["L'Oréal", "L&rsquo;Or&eacute;al Paris"],
    ["snake_case", "try snake\\_case today"],
    ["Lime Ricki", "$240.00Lime Ricki"],
    ["Shark", "Roomba$299Shark AI Ultra"],
    ["YETI", "Rambler$35.00YETI"],
    ["Away", "Monos$255Away The Carry-On"],
    ["LG", "Samsung \\$1,299LG C3"],
    ["eero", "Nest £199eero 6"],
    ["Ørsted", "from $20Ørsted"],
    ["Ørsted", "the WindØrsted"],
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
    ["쿠팡", "쿠팡입니다"],
    ["쿠팡", "쿠팡이에요"],
    ["네이버", "네이버예요"],
    ["삼성", "삼성이다"],
    ["삼성", "삼성이라면"],
    ["쿠팡", "쿠팡이든"],
    ["삼성", "삼성뿐만 아니라"],
    ["삼성", "삼성뿐입니다"],
    ["네이버", "네이버였습니다"],
    ["네이버", "네이버인데"],
    ["삼성", "삼성이지만"],
    ["카카오", "카카오로부터"],
    ["토스", "토스인가요?"],
    ["Microsoft 365", "Microsoft 365는 편리합니다"],
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
    ["쿠팡", "쿠팡이츠"],
    ["번가", "11번가"],
    ["K", "it costs $299K"],
    ["MM", "it costs $5mm"],
    ["Runner", "the 4runner"],
    ["ライン", "オンラインで買う"],
    ["Sony", "the Sonyx and xSony"],
    ["Bose", "<!-- Bose --> nothing here"],
    ["אפל", "האפלולית"],
    ["Lime", "the sublime"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(false))
})

it("a brand that always counts is found behind a word that lost its space", () => {
  expect(isNamed("Shark", "Roomba comboShark AI", { everyday_word: false })).toBe(true)
  expect(isNamed("Shark", "Roomba comboShark AI")).toBe(false)
})

it("distinguishes brands that differ only by accents, for every way to write the accent", () => {
  const bags = mentionFinder([brandWithName("Béis"), brandWithName("Beis")])
  for (const text of ["B&eacute;is bags", "Be\u0301is bags", "BÉIS’ bags", "B\u00e9\u00adis"])
    expect(bags(text).map(({ brand_id }) => brand_id)).toEqual(["Béis"])
  expect(bags("Beis bags").map(({ brand_id }) => brand_id)).toEqual(["Beis"])
  const food = mentionFinder([brandWithName("Papà's"), brandWithName("Papa's")])
  expect(food("Pap&agrave;s or Papas.").map(({ brand_id }) => brand_id)).toEqual(["Papà's", "Papa's"])
  const find = mentionFinder([brandWithName("Kāma"), brandWithName("Kama")])
  expect(find("Kāma is a spa.").map(({ brand_id }) => brand_id)).toEqual(["Kāma"])
  expect(find("Kama is a knife.").map(({ brand_id }) => brand_id)).toEqual(["Kama"])
})

it("a comment that is not closed hides its line, and many of them take no time", () => {
  expect(isNamed("Bose", "<!-- Bose")).toBe(false)
  expect(isNamed("Bose", "<!-- note -->\n<!-- Bose\n<!-- Bose")).toBe(false)
  expect(isNamed("Bose", "<!-- note\nBose")).toBe(true)
  expect(isNamed("Bose", `${"<!--\n".repeat(200_000)} Bose`)).toBe(true)
})
