import { describe, expect, it } from "vitest"
import { type BrandNames, mentionFinder } from "./mentions"
import { brandWithName } from "./testing/brand-with-name"

/** `others`: further brands of the project. */
const isNamedBeside = (others: string, name: string, text: string) =>
  mentionFinder([name, ...others.split(" ")].map((brand) => brandWithName(brand)))(text).some(
    ({ brand_id }) => brand_id === name,
  )

const isNamed = (name: string, text: string, more: Partial<BrandNames> = {}) =>
  mentionFinder([{ id: name, name, aliases: [], negative_aliases: [], domains: [], ...more }])(text).length > 0

describe("an everyday word does not mention the brand of this name", () => {
  it.each([
    // The first word of an instruction.
    ["Target", "Target your audience with ads."],
    ["Target", "1. **Target your audience**: write for them"],
    ["Target", "Target users by interest."],
    ["Target", "Target customers who left."],
    ["Target", "Target Gen Z."],
    ["Target", "Target 5% growth."],
    ["Target", "## Target Specific Demographics"],
    ["Close", "Close the deal faster."],
    ["Close", "Close accounts you do not use."],
    ["Close", "Close apps you do not use."],
    ["Target", "Target software companies."],
    ["Close", "Close Deals Faster"],
    ["Slack", "Tip: Slack off less."],
    ["Always", "Always check the label."],
    ["Gain", "Gain more followers."],
    ["Check", "Check prices first."],
    // Other words at the start of a sentence.
    ["Indeed", "Indeed, this is right."],
    ["Indeed", "Indeed, Google says so."],
    ["Teams", "Teams need tools."],
    ["Things", "Things to do in Rome"],
    ["Mini", "Mini fridges are cheap."],
    ["Bench", "Bench press is hard."],
    ["Target", "Target&nbsp;your audience."],
    // Titles.
    ["Close", "## How to Close More Deals"],
    ["Close", "**How to Close More Deals**"],
    ["Close", "1. How to Close More Deals"],
    ["Close", "1. How to Close"],
    ["Close", "[How to Close a Sale](https://a.example/x)"],
    ["Target", "- **Define Your Target Audience**: who buys?"],
    ["Mini", "### Mini Fridges Under $100"],
    ["Close", "### Find and Close Deals"],
    ["Close", "Read **Close Deals Faster** today."],
    ["Always", "## Always Check Reviews"],
    ["Teams", "## What Teams Need"],
    ["Next", "## Next Steps"],
    // Plurals, and other words that end with s.
    ["Canva", "Canvas prints look great."],
    ["Canva", "**Canvas**: the LMS"],
    ["Canva", "Canvas – an LMS"],
    ["Canva", "Try Canvas.com"],
    ["Apple", "**Apples**: 1 a day"],
    ["Square", "Squares and circles are shapes."],
    // Weekdays and months.
    ["Monday", "On Monday, the team meets."],
    ["Monday", "The report is due every Monday."],
    ["Monday", "Monday – Friday: 9am – 5pm"],
    ["Monday", "- Monday: 9-17"],
    ["Monday", "| Monday | 9-17 |"],
    ["Monday", "**Monday**: legs\n**Tuesday**: arms"],
    ["Monday", "| Mon | Tue |\n| **Monday** | rest |"],
    ["Monday", "- Monday\n- Wed"],
    ["Monday", "Every Monday customers get 10% off."],
    ["May", "- **May**: mild\n- **June**: hot"],
    ["Monday", "The best day to send newsletters is **Monday**."],
    ["Monday", "Select **Monday** as the start day."],
    ["Monday", "Cyber Monday offers great deals."],
    ["Monday", "**Monday offers:** 20% off"],
    ["Monday", "Next Monday costs more."],
    // Parts of a word with a hyphen.
    ["On", "Look for a Carry-On that fits."],
    ["On", "Okta offers Single Sign-On (SSO)."],
    ["On", "It is an Add-On for Notion."],
    ["On", "Add-On pricing: $5"],
    ["On", "We offer Netflix with On-Demand video."],
    ["Close", "Soft-Close toilet seats from Kohler"],
    ["End", "End-to-End Encryption by Signal"],
    // Headers of tables.
    ["Target", "| KPI | Baseline | Target |\n|---|---|---|\n| CTR | 1.2% | 2.0% |"],
    ["Target", "| Metric | Current | Target |\n|:--|:--|:--|\n| Leads | 40 | 90 |"],
    ["Current", "| Metric | Current | Target |\n|:--|:--|:--|\n| Leads | 40 | 90 |"],
    ["Target", "| Metric | **Target** |\n| --- | --- |\n| ROAS | 4.0 |"],
    ["Target", "| Kennzahl | Target |\n|---|---|"],
    ["Target", "| KPI | Target |"],
    // Lists of steps.
    ["Close", "1. Prospecting\n2. Qualification\n3. Proposal\n4. Negotiation\n5. Close"],
    ["Close", "- Prospect\n- Qualified\n- Proposal sent\n- Close"],
    ["Close", "1. Prospect\n2. Qualify\n3. Demo\n4. **Close**"],
    ["Close", "4. **Negotiation**: agree on a price\n5. **Close**: sign the contract"],
    // Adjectives.
    ["Current", "Current pricing is $9/month."],
    ["Current", "- Current pricing: $9"],
    ["Current", "**Current pricing** (as of May 2025): $20"],
    ["Current", "Current Pricing: $9"],
    ["Current", "Current users report bugs. Current plans start at $9."],
    ["Current", "Current app version: 3.2"],
    ["Remote", "Remote software teams like it."],
    ["Express", "Express accounts need no papers. Express store pickup is free."],
    ["Base", "Base pricing starts at $9. Base plan: $9"],
    ["Root", "Root users can do it."],
    ["Basic", "Basic plan: $9"],
    ["General", "General store hours"],
    ["Front", "Front accounts for half."],
    // The first word of a sentence with an apostrophe.
    ["Monday", "Monday's meeting is long. Monday's agenda is short."],
    ["Target", "Target's audience is young."],
    ["It", "It's easy. It's cheap."],
    ["Today", "Today's top deals. Today's news."],
    // Lower case.
    ["Canva", "Paint on canvas."],
    ["Notion", "The notion of time."],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(false))
})

describe("an everyday word that is used as a name mentions the brand", () => {
  it.each([
    ["Monday", "1. **Monday**: boards for teams"],
    ["Monday", "Try Monday.com for projects."],
    ["Monday", "The Monday app has boards. On Monday we met."],
    ["Monday", "1. Monday\n2. Asana"],
    ["Target", "You can buy it at Target or Walmart."],
    ["Target", "Target sells it. We like Target most."],
    ["Target", "The Target app is good. Target Gen Z."],
    ["Target", "### Shopping at Target for Less"],
    ["Close", "- Close – a CRM for calls"],
    ["Close", "Close CRM helps."],
    ["Target", "Target and Walmart sell it."],
    ["Notion", "Notion, Asana and Trello are apps."],
    ["Target", "Order at target.com today."],
    ["Discover", "**Discover it® Cash Back**"],
    ["Apple", "Endurance Earbuds$89.994.0(2k+)Apple Beats Fit Pro$132"],
    ["Away", "Hard Shell (Hardside) Luggage\u00a0Away The Bigger Carry-On"],
    ["Close", "Close&nbsp;CRM helps."],
    ["Apple", "Apple users love it."],
    ["Apple", "Apple Watch is good."],
    ["Apple", "**Apple AirPods Pro** – $249"],
    ["Canva", "Canva is easy."],
    ["Square", "Compare Stripe and Square."],
    ["Square", "| Square | 2.6% |"],
    ["Nest", "[Google Nest Wifi Pro](https://a.example)"],
    ["Notion", "[Notion](https://notion.example) is flexible."],
    ["Notion", "## Notion vs. Asana"],
    ["Zoom", "### Zoom"],
    ["Zoom", "1. Zoom\n2. Webex"],
    ["Zoom", "🎥 **1) Zoom**\nGood calls."],
    ["Away", "Monos$255Away The Carry-On"],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(true))

  it.each([
    ["Notion", "Notion은 메모 앱입니다"],
    ["Notion", "Notionはメモアプリです"],
    ["Notion", "Notion は便利"],
    ["Apple", "Apple手机很好"],
    ["Apple", "推荐 Apple Watch"],
    ["Apple", "Apple、Samsung"],
    ["Slack", "Slack은 편리합니다"],
    ["Slack", "Slack помогает"],
    ["Target", "Target에서 샀어요"],
    ["HP", "HP는 좋다"],
    ["LG", "LG는 좋다"],
    ["X", "Xは便利"],
  ])("%s in another script: %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

describe("an everyday word next to another brand of the project mentions the brand", () => {
  it.each([
    ["Monday", "Asana is good for lists. Monday is more visual. Monday also has a CRM."],
    ["Monday", "Many agencies choose Monday over Asana."],
    ["Monday", "If you want boards, choose Monday. If you prefer lists, choose Asana."],
    ["Monday", "Pick Monday instead of Asana."],
    ["Monday", "Some teams use Asana rather than Monday."],
    ["Monday", "Monday is more visual than Asana."],
    ["Monday", "Asana suits lists. Monday is a bit better-suited for boards."],
    ["Monday", "Asana’s plan is small. Choose Asana, or consider Monday. Monday also comes with a CRM."],
    ["Monday", "Monday has better dashboards, Asana has better tasks."],
    ["Monday", "Asana suits structured teams. Monday suits visual teams."],
    ["Monday", "ClickUp costs $7. Monday costs $9."],
    ["Monday", "Unlike Asana, Monday charges per seat."],
    ["Monday", "Monday offers a free plan."],
    ["Square", "Square's fees are 2.6%; Stripe's are 2.9%."],
    ["Square", "Square's fees are low. Square's hardware is good."],
    ["Purple", "Purple's grid sleeps cool, while Casper's foam is softer."],
    ["Target", "| Store | Walmart | Target |\n|---|---|---|"],
    ["Close", "1. HubSpot\n2. Pipedrive\n3. Close"],
    ["Target", "- IKEA: cheap\n- Target: nice"],
    ["Slack", "The Asana-Slack integration is free."],
    ["Current", "SoFi and Current pay 4%. Current users earn more."],
  ])("%s: %j", (name, text) =>
    expect(isNamedBeside("Asana ClickUp Stripe Casper Walmart HubSpot SoFi", name, text)).toBe(true),
  )

  it.each([
    ["Monday", "I use Asana on Monday and Trello on Friday."],
    ["Monday", "Asana support is closed. Monday is a holiday."],
    ["Monday", "Post on LinkedIn early. Monday is better than Friday."],
    ["Monday", "Sunday is better for posts on LinkedIn than Monday."],
    ["Target", "- **KPI**: new leads\n- **Target**: managers"],
    ["Monday", "I meet on Monday to plan in Asana."],
    ["Monday", "In Asana, users plan the week. Monday is better for meetings."],
    ["Monday", "I plan the week in Asana. Monday is busy. Monday has a full agenda."],
    ["Target", "KPIs of Walmart:\n\n| KPI | Baseline | Target |\n|---|---|---|"],
    ["Close", "With HubSpot:\n1. Qualification\n2. Proposal\n3. Close"],
  ])("%s: not in %j", (name, text) => expect(isNamedBeside("Asana LinkedIn Walmart HubSpot", name, text)).toBe(false))
})

describe("a name that is no everyday word always counts", () => {
  it.each([
    ["Grammarly", "Grammarly checks your spelling."],
    ["Grammarly", "1. Grammarly\n2. ProWritingAid"],
    ["Upwork", "Upwork connects freelancers."],
    ["Adobe", "Adobe is a software company."],
  ])("%s: %j", (name, text) => expect(isNamed(name, text)).toBe(true))
})

it("the settings of a brand say whether its name is an everyday word", () => {
  expect(isNamed("Target", "Target your audience.", { everyday_word: false })).toBe(true)
  expect(isNamed("Sony", "Sony cheers us up.", { everyday_word: true })).toBe(false)
  expect(isNamed("Sony", "We like Sony.", { everyday_word: true })).toBe(true)
  expect(isNamed("Canva", "Canvas prints", { everyday_word: false })).toBe(false)
  for (const name of ["Bergamo", "Bergamo Bikes"])
    expect(isNamed(name, `Use ${name}.`, { everyday_word: true })).toBe(true)
})

it("an everyday word counts in a sentence with the brand's domain", () => {
  expect(isNamed("Away", "look at away (awaytravel.com)", { domains: ["awaytravel.com"] })).toBe(true)
})
