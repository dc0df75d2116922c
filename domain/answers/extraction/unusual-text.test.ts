/** Names in Markdown, in glued words and in many scripts that the search must find, and other words that it must not. */
import { describe, expect, it } from "vitest"
import { type BrandNames, mentionFinder } from "./mentions"

const brand = (name: string): BrandNames => ({ id: name, name, aliases: [], negative_aliases: [], domains: [] })
const find = (name: string, text: string) => mentionFinder([brand(name)])(text)
const isNamed = (name: string, text: string) => find(name, text).length > 0

describe("a name next to Markdown or an address is found", () => {
  it.each([
    ["Bose", "【Bose】无线耳机"],
    ["ソニー", "【ソニー】WH-1000XM5が人気"],
    ["삼성", "【삼성】 추천"],
    ["Bose", "见https://x.y/a。Bose很好"],
    ["Sony", "来源https://x.y/a、Sony耳机"],
    ["Bose", "| https://x.y|Bose |"],
    ["Bose", "https://x.y**Bose**"],
    ["索尼", "见https://x.y/a索尼耳机"],
    ["索尼", "见https://x.y/索尼耳机"],
    ["Bose", "（https://x.y/a）Bose"],
    ["Bose", "[1]: Bose is a good brand"],
    ["Bose", "[Note]: Bose has the best app"],
    ["Bose", "[^1]: Bose is a good brand"],
    ["Booking.com", "[Note]: Booking.com is cheap"],
    ["Bang & Olufsen", "**Bang** & Olufsen"],
    ["Bang & Olufsen", "*Bang* & **Olufsen**"],
    ["Sony", "So**ny**"],
    ["Bose", "Best**Bose**is"],
    ["LG", "**LG** TV"],
    ["E*TRADE", "E\\*TRADE is a broker"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("text that is not prose is not searched", () => {
  it.each([
    ["Bose", "good sound【4:0†Bose review】"],
    ["L3", "good【12†L3-L9】"],
    ["Bose", "[1]: https://a.example/ Bose review"],
    ["Bose", "[1]: <https://a.example> 'Bose'"],
    ["Bose", "[1]: bose.com"],
    ["Bose", "[1]: www.example.com/bose Bose"],
    ["ソニー", "https://ja.wikipedia.org/wiki/ソニー"],
    ["Bose", "https://x.y/?q=比较-Bose"],
    ["Bose", "<a title='Bose'>x</a>"],
    ["Bose", '<img width=10 alt="Bose QC">'],
    ["Sony Music", "Labels: Sony\n* Music"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(false))

  it("finds a name between signs that are no HTML tag", () => {
    for (const text of ["<b>Bose</b>", "<Bose>", "a < b, Bose = c > d"]) expect(isNamed("Bose", text)).toBe(true)
  })
})

describe("a name that is attached to another word is found", () => {
  it.each([
    ["Lime Ricki", "Lime RickiSwim"],
    ["Vuori", "$98.00VuoriPerformance"],
    ["Sony", "SonyWH-1000XM5"],
    ["Bose", "BoseQuietComfort"],
    ["Athleta", "AthletaThe brand"],
    ["Nike", "NikeAdidas"],
    ["Adidas", "NikeAdidas"],
    ["REI", "JacketREI"],
    ["LG", "4.7LG C3"],
    ["iRobot", "4.8iRobot Roomba"],
    ["Macy's", "Macy'sThe store"],
    ["Burger King", "McDonald’sBurger King"],
    ["lime ricki", "240.00lime ricki"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("a part of another name does not count", () => {
  it.each([
    ["Face", "FaceTime"],
    ["Insta", "InstaCart delivers"],
    ["Linked", "LinkedIn"],
    ["Linksys", "WifiLinksysX"],
    ["UPS", "PopUps and StartUps"],
    ["Hub", "GitHub"],
    ["DB", "MongoDB"],
    ["HP", "a 2.5HP motor"],
    ["HP", "a 50HP motor"],
    ["Sony", "Sonyx and xSony and Sony2"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(false))
})

describe("another spelling of a name is found", () => {
  it.each([
    ["AT&T", "AT&amp;amp;T"],
    ["AT&T", "AT&ampT"],
    ["AT&T", "AT&amp T"],
    ["Macy's", "Macy`s"],
    ["Macy's", "Macy‛s"],
    ['Toys "R" Us', "Toys “R” Us"],
    ['Toys "R" Us', "Toys R Us"],
    ["Coca-Cola", "Coca Cola"],
    ["Coca Cola", "a Coca‑Cola"],
    ["Dr. Martens", "Dr Martens"],
    ["Dr Martens", "Dr. Martens"],
    ["Johnson & Johnson", "Johnson&Johnson"],
    ["Johnson&Johnson", "Johnson &amp; Johnson"],
    ["Johnson & Johnson", "Johnson and Johnson"],
    ["Barnes & Noble", "Barnes and Noble ships free."],
    ["Bang & Olufsen", "**Bang** and Olufsen"],
    ["Ben & Jerry's", "Ben and Jerrys ice cream"],
    ["Marks and Spencer", "Marks & Spencer food"],
    ["Marks and Spencer", "Marks&amp;Spencer"],
    ["Head & Shoulders", "We like Head and Shoulders."],
    ["Head & Shoulders", "head & shoulders"],
    ["T.J. Maxx", "TJ Maxx has deals."],
    ["T.J. Maxx", "TJMaxx and T.J.Maxx"],
    ["TJ Maxx", "T.J. Maxx has deals."],
    ["J.Crew", "J. Crew sale"],
    ["J.Crew", "JCrew sale"],
    ["J.Crew", "J Crew sale"],
    ["J. Crew", "J.Crew sale"],
    ["L.L.Bean", "L.L. Bean boots"],
    ["L.L.Bean", "LL Bean boots"],
    ["LL Bean", "L.L.Bean boots"],
    ["U.S. Bank", "US Bank has branches."],
    ["Dr. Martens", "Dr.Martens boots"],
    ["Dr Martens", "Dr.Martens boots"],
    ["St. Ives", "St.Ives scrub"],
    ["パナソニック", "ﾊﾟﾅｿﾆｯｸのテレビ"],
    ["Δωδώνη", "ΔΩΔΩΝΗ"],
    ["Δωδώνη", "Δωδωνη"],
    ["Пятёрочка", "Пятерочка"],
    ["ज़ोमैटो", "जोमैटो"],
    ["Œuvre", "Oeuvre"],
    ["Ærø", "Aero"],
    ["Þór", "Thor"],
    ["الراجحي", "للراجحي"],
    ["المراعي", "وللمراعي"],
    ["شاومي", "شاومى"],
    ["סופר-פארם", "סופר־פארם"],
    ["סופר פארם", "סופר־פארם"],
    ["ソニー", "ソニ－の"],
  ])("%s in %j", (name, text) => expect(isNamed(name, text)).toBe(true))

  it("does not join or separate phrases of everyday words", () => {
    expect(isNamed("Best Buy", "a best-buy award")).toBe(false)
  })

  it.each([
    ["Head & Shoulders", "It stands head and shoulders above the rest."],
    ["Arm & Hammer", "with arm and hammer"],
    ["H&M", "H and M"],
    ["AT&T", "AT and T"],
    ["U.S. Bank", "Give us bank details."],
    ["e.l.f.", "an elf"],
    ["A. Way", "far away"],
    ["X.com", "Xcom and X com"],
  ])("but not %s in %j", (name, text) => expect(isNamed(name, text)).toBe(false))

  it("prefers a brand with exactly this name", () => {
    const brands = [brand("Coca Cola"), brand("Coca-Cola")]
    expect(mentionFinder(brands)("Coca-Cola").map(({ brand_id }) => brand_id)).toEqual(["Coca-Cola"])
  })
})

describe("a name with a Korean ending is found", () => {
  it.each(
    (
      "삼성엔 삼성에선 삼성에겐 네이버면 네이버고 네이버여서 삼성임 삼성일까요 삼성이기도 삼성이므로 " +
      "삼성이던 삼성이나마 삼성치고 삼성께 네이버로서 네이버로써"
    )
      .split(" ")
      .map((text) => [text.slice(0, text.startsWith("삼성") ? 2 : 3), text]),
  )("%s in %s", (name, text) => expect(isNamed(name as string, text as string)).toBe(true))

  it("does not take another word for an ending", () => {
    for (const text of ["삼성고 학생", "삼성면에서"]) expect(isNamed("삼성", text)).toBe(false)
    for (const text of ["현대인은 바쁘다", "현대인도 쓴다", "현대인의 삶"]) expect(isNamed("현대", text)).toBe(false)
    for (const text of ["현대인 것", "현대인데요", "현대인가요"]) expect(isNamed("현대", text)).toBe(true)
  })
})

describe("a Katakana name at the start of a compound is found", () => {
  it.each([
    ["ソニー", "ソニーストア"],
    ["アップル", "アップルウォッチ"],
    ["メルカリ", "メルカリアプリ"],
    ["パナソニック", "パナソニックホールディングス"],
  ])("%s in %s", (name, text) => expect(isNamed(name, text)).toBe(true))

  it.each([
    ["ライン", "オンライン"],
    ["ライン", "ラインナップ"],
    ["アップル", "パイナアップル"],
  ])("but not %s in %s", (name, text) => expect(isNamed(name, text)).toBe(false))
})

it.each([
  ["**Sony** is good", 2],
  ["So**ny** is good", 0],
])("returns the offset of a name in bold: %j", (text, offset) => {
  expect(find("Sony", text)[0]?.first_offset).toBe(offset)
})
