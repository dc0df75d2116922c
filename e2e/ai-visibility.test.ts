/** Tests that the AI visibility pages show the API's data, and that sorting, filtering and highlighting work. */
import { readFileSync } from "node:fs"
import { expectAccessible, expectGoodLooks, expectNoOverflow } from "./accessible"
import { call, choosePlan, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { expect, type Locator, type Page, test } from "./test"

const { api_key, email, password, team_slug, project_id } = demo()
const path = `/${team_slug}/ai-visibility/${project_id}`
const apiPath = `/ai-visibility/projects/${project_id}`

async function ask(page: Page, place: string) {
  const answer = await page.request.get(`/api/v1${place}`, { headers: { Authorization: `Bearer ${api_key}` } })
  return answer.json()
}

const percent = (ratio: number) => `${(ratio * 100).toFixed(1)}%`
const firstCells = (page: Page, table: string) =>
  page
    .getByRole("table")
    .and(page.locator(`[aria-label="${table}"] table`))
    .getByRole("row")
    .locator("td:first-child")

const runs = (page: Page) => page.getByRole("group", { name: "Answers" }).getByRole("link", { name: /^Run \d/ })

test.describe("the demo team's project", () => {
  test.beforeEach(({ page }) => signInByRequest(page, { email, password }))

  test("the overview shows the brand's visibility with its confidence interval, and the competitors", async ({
    page,
  }) => {
    await page.goto(path)
    const scan = await page.getByRole("combobox", { name: "Scan" }).inputValue()
    const { data } = await ask(page, `${apiPath}/metrics?scan_id=${scan}&compare=previous_period`)
    const own = data.rows.find((row: { brand: { kind: string } }) => row.brand.kind === "own")
    const headline = page.getByRole("definition").first()
    await expect(headline).toContainText(percent(own.visibility.value))
    const { low, high } = own.visibility.ci
    await expect(headline).toContainText(`${Math.round(low * 100)} to ${Math.round(high * 100)}%`)
    await expect(headline).toContainText(`${own.visibility.numerator} of ${own.visibility.denominator}`)
    await expect(headline).toContainText(`previously ${percent(own.change.previous.visibility.value)}`)

    const brands = page.locator('[aria-label="Brands"]')
    await brands.getByRole("link", { name: "Position", exact: true }).click()
    await expect(brands.getByRole("columnheader", { name: "Position" })).toHaveAttribute("aria-sort", "ascending")
    type Row = { brand: { name: string }; average_position: { value: number } }
    const byPosition = data.rows.toSorted((a: Row, b: Row) => a.average_position.value - b.average_position.value)
    await expect(firstCells(page, "Brands").first()).toContainText(byPosition[0].brand.name)

    await page.getByRole("combobox", { name: "Engine" }).selectOption({ label: "ChatGPT (sample)" })
    await page.waitForURL(/engine=sample_chatgpt/)
    const ofOne = await ask(page, `${apiPath}/metrics?scan_id=${scan}&engine=sample_chatgpt&brand_id=${own.brand.id}`)
    await expect(headline).toContainText(percent(ofOne.data.rows[0].visibility.value))
  })

  test("the breadcrumbs switch to a project of another client, on the same tab and without filters", async ({
    page,
  }) => {
    await page.goto(`${path}/answers?q=bikes`)
    await page.getByRole("button", { name: "Switch client" }).click()
    await page.getByRole("menuitem", { name: "Harbor & Hearth" }).click()
    await page.getByRole("heading", { name: "Cookware", level: 1 }).waitFor()
    await expect(page).toHaveURL(/\/aip_\w+\/answers$/)
    await page.getByRole("navigation", { name: "Project", exact: true }).getByRole("link", { name: "Settings" }).click()
    await page.waitForURL(/\/settings\/engines$/)
    await page.getByRole("button", { name: "Switch project" }).click()
    await page.getByRole("menuitem", { name: "E-bikes" }).click()
    await page.waitForURL(`**${path}/settings/engines`)
    await page.getByRole("heading", { name: "E-bikes", level: 1 }).waitFor()
  })

  test("the breadcrumbs switch to another prompt, domain and scan of the project", async ({ page }) => {
    const [prompts, domains, scans] = await Promise.all([
      ask(page, `${apiPath}/prompts?sort=text`),
      ask(page, `${apiPath}/citations?sort=-citations_n`),
      ask(page, `${apiPath}/scans`),
    ])
    const lists = [
      ["prompts", "Switch prompt", prompts.data.map(({ id }: { id: string }) => id)],
      ["citations", "Switch domain", domains.data.map(({ key }: { key: string }) => key)],
      ["scans", "Switch scan", scans.data.map(({ id }: { id: string }) => id)],
    ] as const
    for (const [list, label, [first, second]] of lists) {
      await page.goto(`${path}/${list}/${first}`)
      const titleBefore = await page.getByRole("heading", { level: 2 }).first().innerText()
      await page.getByRole("button", { name: label }).click()
      await page.locator(`[role=menuitem][href="${path}/${list}/${second}"]`).click()
      await page.waitForURL(`**${path}/${list}/${second}`)
      await expect(page.getByRole("heading", { level: 2 }).first()).not.toHaveText(titleBefore)
    }
    await expectAccessible(page, "a scan with its menu")
  })

  test("the trend chart shows its values by keyboard", async ({ page }) => {
    await page.goto(path)
    const chart = page.getByRole("figure", { name: "Visibility over time" })
    await chart.locator("[tabindex='0']").first().focus()
    await page.keyboard.press("ArrowRight")
    await expect(chart.getByText(/95% interval \d+ to \d+%, \d+ answers/)).toBeVisible()
    await page.getByRole("combobox", { name: "Trend" }).selectOption({ label: "1 year, by week" })
    await page.waitForURL(/span=52/)
    await expect(chart).toBeVisible()
  })

  test("prompts can be sorted and filtered across all pages of the list, and link to their answers", async ({
    page,
  }) => {
    const gaps = await ask(page, `${apiPath}/prompts?gap=true`)
    const [gap] = gaps.data
    await page.goto(path)
    await page.getByRole("list").getByRole("link", { name: gap.text, exact: true }).click()
    await expect(page.getByRole("heading", { name: gap.text })).toContainText("gap")

    await page.goto(`${path}/prompts`)
    const prompts = firstCells(page, "Prompts")
    await expect(prompts.first(), "the least visible prompt comes first").toContainText(gap.text)
    await page.getByRole("link", { name: "Visibility", exact: true }).click()
    await page.waitForURL(/sort=-visibility/)
    await expect(prompts.last()).toContainText(gap.text)
    await page.getByText("More filters").click()
    await page.getByLabel("Gaps").selectOption({ label: "gaps only" })
    await page.waitForURL(/gap=true/)
    await expect(prompts).toHaveCount(gaps.meta.total)
    await page.goto(`${path}/prompts?q=hills`)
    await expect(prompts).toHaveCount((await ask(page, `${apiPath}/prompts?q=hills`)).meta.total)
    await page.goto(`${path}/prompts?q=nobody%20asks%20this`)
    await page.getByRole("link", { name: "Clear filters" }).click()
    await page.getByRole("link", { name: gap.text, exact: true }).click()
    await page.getByRole("link", { name: "Show all answers" }).click()
    await page.waitForURL(/answers\?prompt_id=/)
    const { meta } = await ask(page, `${apiPath}/answers?prompt_id=${gap.id}`)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${meta.total} answers`)
  })

  test("prompts are sorted by their change in both directions, and filtered by it", async ({ page }) => {
    await page.goto(`${path}/prompts`)
    const prompts = firstCells(page, "Prompts")
    const change = page.getByRole("columnheader", { name: "Change" })
    await expect(change, "the column is shown in every order").toBeVisible()
    const rows = page.getByRole("group", { name: "Prompts" }).locator("tbody").getByRole("row")
    const texts = (list: { data: { text: string }[] }) => list.data.map(({ text }) => text)
    for (const [order, direction] of [
      ["change", "ascending"],
      ["-change", "descending"],
    ]) {
      await change.getByRole("link").click()
      await page.waitForURL((url) => url.searchParams.get("sort") === order)
      await expect(change).toHaveAttribute("aria-sort", direction as string)
      await expect(prompts.locator("a:first-child")).toHaveText(
        texts(await ask(page, `${apiPath}/prompts?sort=${order}`)),
      )
    }
    await page.getByLabel("Change").selectOption({ label: "all changes" })
    await page.waitForURL(/moved=true/)
    await expect(page.getByText(/^All prompts whose visibility differs from the previous scan\./)).toBeVisible()
    const moved = await ask(page, `${apiPath}/prompts?sort=-change&moved=true`)
    expect(moved.meta.total).toBeGreaterThan(0)
    await expect(prompts.locator("a:first-child")).toHaveText(texts(moved))
    await expect(rows.filter({ hasText: /[+−▲▼].*point/ }), "each row has the size of its change").toHaveCount(
      moved.meta.total,
    )
    await page.getByLabel("Change").selectOption({ label: "unchanged" })
    await page.waitForURL(/moved=false/)
    const unchanged = await ask(page, `${apiPath}/prompts?sort=-change&moved=false`)
    await expect(rows).toHaveCount(unchanged.meta.total)
    await expect(rows.filter({ hasText: /[+−▲▼].*point/ })).toHaveCount(0)
    await page.getByLabel("Change").selectOption({ label: "clear changes" })
    await page.waitForURL(/moved=clear/)
    await expect(page.getByText(/^Only prompts with a clear change: /)).toBeVisible()
    const clear = await ask(page, `${apiPath}/prompts?has_clear_change=true`)
    await expect(rows.filter({ hasText: /[▲▼]/ }), "each row has a verdict of a clear change").toHaveCount(
      clear.meta.total,
    )
    await expect(rows.filter({ hasText: "point", hasNotText: /[▲▼]/ })).toHaveCount(0)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${path}/prompts`)
    await page.getByRole("button", { name: "Filters" }).click()
    await page.getByLabel("Sort by").selectOption({ label: "largest losses first" })
    await page.waitForURL(/sort=change/)
    const losses = texts(await ask(page, `${apiPath}/prompts?sort=change`))
    await expect(prompts.locator("a:first-child")).toHaveText(losses)
    await expectNoOverflow(page, "prompts by change on a phone")
  })

  test("a hidden column stays hidden when the list is sorted by it", async ({ page }) => {
    await page.goto(`${path}/prompts`)
    await page.getByRole("button", { name: "Table options" }).click()
    const columns = page.getByRole("menuitemcheckbox")
    await expect(columns.filter({ hasNotText: /\w/ }), "columns without a header are not listed").toHaveCount(0)
    await columns.filter({ hasText: "Position" }).click()
    await page.keyboard.press("Escape")
    const header = page.locator("th").filter({ hasText: "Position" })
    await expect(header).toBeHidden()
    await page.goto(`${path}/prompts?sort=average_position`)
    await expect(page.getByRole("columnheader", { name: "Answers" })).toBeVisible()
    await expect(header).toBeHidden()
    await expect(header).toHaveAttribute("aria-sort", "ascending")
  })

  test("answers can be filtered by brand and cited domain, with the same counts as the API", async ({ page }) => {
    const { data: brands } = await ask(page, `${apiPath}/brands?kind=own`)
    const [own] = brands
    await page.goto(`${path}/answers?scan=all`)
    await page.getByLabel("Brand").selectOption({ label: `does not mention ${own.name}` })
    await page.waitForURL(/brand=-brd/)
    const lacking = await ask(page, `${apiPath}/answers?lacks_brand=${own.id}`)
    await expect(page.getByText(`of ${lacking.meta.total} answers`)).toBeVisible()
    await expect(page.getByRole("row").locator("td").filter({ hasText: own.name })).toHaveCount(0)
    await expect(runs(page).first()).toHaveAccessibleName(/^Run \d: not mentioned$/)
    await page.getByLabel("Cited domain").fill("bikereviews.example")
    await page.keyboard.press("Enter")
    await page.waitForURL(/cites_domain=bikereviews/)
    const both = await ask(page, `${apiPath}/answers?lacks_brand=${own.id}&cites_domain=bikereviews.example`)
    await expect(page.getByText(new RegExp(`${both.meta.total} answers$`))).toBeVisible()
  })

  test("answers have one row per engine, with a link to each run, and pages do not split a prompt", async ({
    page,
  }) => {
    await page.goto(`${path}/answers?scan=all`)
    const { meta } = await ask(page, `${apiPath}/answers`)
    const pages = page.getByRole("navigation", { name: "Pages" })
    const seen: string[] = []
    for (;;) {
      const [, shown] = /^([\d,]+) of /.exec(await pages.innerText()) ?? []
      await expect(runs(page)).toHaveCount(Number(shown))
      const prompts = await page.locator("th[scope=rowgroup] a").count()
      expect(Number(shown), "3 engines with 5 runs each").toBe(prompts * 15)
      seen.push(...(await runs(page).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))))
      const next = pages.getByRole("link", { name: "Next page" })
      if ((await next.count()) === 0) break
      await next.click()
      await page.waitForURL((url) => url.searchParams.get("cursor") !== null && !seen.includes(url.href))
      await expect(runs(page).first()).not.toHaveAttribute("href", new URL(seen.at(-Number(shown)) as string).pathname)
    }
    expect(new Set(seen).size).toBe(meta.total)

    await page.goto(`${path}/answers`)
    const run = runs(page).first()
    await expect(run).toHaveAccessibleName(/^Run 1: (position \d of \d brands?|not mentioned)$/)
    await run.click()
    await page.waitForURL(/answers\/ans_/)
    await expect(page.locator("[aria-current=page]").and(runs(page))).toHaveAccessibleName(/^Run 1: /)
    await expectGoodLooks(page, "an answer")
    await page.goto(`${path}/answers`)
    await expectGoodLooks(page, "answers")

    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Table options" }).click()
    await page.getByRole("menuitem", { name: "Download these answers (CSV)" }).click()
    const csv = readFileSync(await (await downloading).path(), "utf8")
    expect(csv.trim().split("\r\n"), "one line per answer").toHaveLength((await runs(page).count()) + 1)
    expect(csv).toMatch(/^\ufeffPrompt,Asked at,Engine,Run,Your rank,Brands in order,Cited domains/)
  })

  test("answers are those of the latest scan, with the least visible prompt first", async ({ page }) => {
    const [{ data: scans }, { data: prompts }] = await Promise.all([
      ask(page, `${apiPath}/scans?status=completed&limit=1`),
      ask(page, `${apiPath}/prompts?sort=visibility&is_branded=false&limit=1`),
    ])
    const { data } = await ask(page, `${apiPath}/metrics?scan_id=${scans[0].id}`)
    const { numerator, denominator } = data.rows.find(
      (row: { brand: { kind: string } }) => row.brand.kind === "own",
    ).visibility
    await page.goto(`${path}/answers`)
    await expect(page.getByText(`is in ${numerator} of ${denominator} answers of `)).toBeVisible()
    await expect(page.locator("th[scope=rowgroup]").first()).toContainText(prompts[0].text)
    const { meta } = await ask(page, `${apiPath}/answers?scan_id=${scans[0].id}&limit=1`)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${meta.total} answers`)
  })

  test("an answer highlights every mention, lists the brands in order, and links to the next run", async ({ page }) => {
    const { data: list } = await ask(page, `${apiPath}/answers?grounded=true&include=mentions&limit=50`)
    const found = list.find(
      (one: { mentions: unknown[]; run_index: number }) => one.mentions.length > 2 && one.run_index === 1,
    )
    const { data: answer } = await ask(page, `/answers/${found.id}`)
    await page.goto(`${path}/answers/${answer.id}`)
    const text = page.getByRole("region", { name: "Answer", exact: true })
    type Mention = { brand: string; places: { from: number; to: number }[] }
    for (const { brand, places } of answer.mentions as Mention[]) {
      expect(places.length).toBeGreaterThan(0)
      await expect(text.locator(`mark[data-brand="${brand}"]`)).toHaveCount(places.length)
    }
    const shown = page.getByRole("region", { name: "Brands" }).getByRole("listitem")
    for (const [i, { brand }] of (answer.mentions as Mention[]).entries())
      await expect(shown.nth(i)).toContainText(brand)
    const cited = page.getByRole("region", { name: "Citations" }).getByRole("listitem")
    await expect(cited).toHaveCount(answer.citations.length)
    await page.getByRole("link", { name: "Next run" }).click()
    await expect(page.getByText(/, run 2 of 5/)).toBeVisible()
  })

  test("answers of two scans to a prompt are compared by counts, and with one example side by side", async ({
    page,
  }) => {
    const [{ data: prompts }, { data: brands }] = await Promise.all([
      ask(page, `${apiPath}/prompts?limit=1`),
      ask(page, `${apiPath}/brands?kind=own`),
    ])
    const comparePath = `${path}/prompts/${prompts[0].id}/compare`
    await page.goto(`${path}/prompts/${prompts[0].id}`)
    const brandRow = page.getByRole("group", { name: "Brands" }).getByRole("row").filter({ hasText: brands[0].name })
    await expect(brandRow.locator("td").filter({ hasText: /^\d of 5$/ }), "a cell per engine").toHaveCount(3)
    await expectGoodLooks(page, "a prompt")
    await page.getByRole("link", { name: "Compare answers" }).click()
    const [earlier, later] = ["Earlier answer", "Later answer"].map((name) => page.getByRole("region", { name }))
    await expect(later?.locator("ins").first() as Locator).toBeVisible()
    await expect(earlier?.locator("del").first() as Locator).toBeVisible()
    await expectGoodLooks(page, "two answers")
    const before = page.getByLabel("Earlier scan")
    const after = page.getByLabel("Later scan")
    const older = await before.inputValue()
    const newer = await after.inputValue()
    const countIn = async (scan: string) => {
      const answers = `${apiPath}/answers?prompt_id=${prompts[0].id}&scan_id=${scan}&limit=1`
      const all = await ask(page, answers)
      const mentioning = await ask(page, `${answers}&mentions_brand=${brands[0].id}`)
      return [mentioning.meta.total, all.meta.total]
    }
    const [[earlierCount], [laterCount, answers]] = [await countIn(older), await countIn(newer)]
    const own = page.getByRole("group", { name: "Brands in both scans" }).getByRole("row").nth(1)
    await expect(own).toContainText(brands[0].name)
    await expect(own.locator("td").last()).toContainText(`${earlierCount} →then ${laterCount} of ${answers}`)

    await page.goto(`${comparePath}?before=${newer}&after=${older}`)
    await expect(before, "the scans are put in order").toHaveValue(older)
    await expect(after).toHaveValue(newer)
    await page.getByLabel("Later run").selectOption({ index: 1 })
    await page.waitForURL(/after_run=ans_/)
    await expect(before, "the choice of a run keeps the scans").toHaveValue(older)
    await later?.getByRole("link").first().click()
    await expect(page.getByText(/, run 2 of 5/)).toBeVisible()
  })

  test("citations list new and lost sources by domain and by page", async ({ page }) => {
    await page.goto(`${path}/citations`)
    const views = page.getByRole("navigation", { name: "Views" })
    await expect(views.locator("[aria-current=page]"), "gaps are the default").toHaveText(/^Gaps \d/)
    await expect(page.getByText(/Gaps are sources whose answers mention competitors but never you\./)).toBeVisible()
    await expect(page.getByRole("link", { name: "How a mention is counted" })).toBeVisible()
    await views.getByRole("link", { name: /^All sources \d/ }).click()
    await page.waitForURL(/view=all/)
    await expect(views.locator("[aria-current=page]")).toHaveText(/^All sources \d/)
    const fresh = page.getByRole("region", { name: "New sources" }).first()
    const gone = page.getByRole("region", { name: "Lost sources" }).first()
    await expect(
      page.getByRole("group", { name: "Source types" }).getByRole("row", { name: /^your brand/ }),
    ).toBeVisible()
    await views.getByRole("link", { name: "Lost 1" }).click()
    await expect(gone.getByRole("link", { name: "citylife.example" })).toBeVisible()
    await views.getByRole("link", { name: "New 1" }).click()
    await expect(fresh.getByRole("link", { name: "pedalpost.example" })).toBeVisible()
    await expectAccessible(page, "new sources")

    await page.getByLabel("Show").selectOption({ label: "pages" })
    await page.waitForURL(/entity=url/)
    await expect(fresh.getByRole("link", { name: /^pedalpost\.example\/best/ }).first()).toBeVisible()

    await page.goto(`${path}/citations?view=lost`)
    await gone.getByRole("link", { name: "citylife.example" }).click()
    await expect(page.getByRole("heading", { name: "citylife.example" })).toBeVisible()
    await expect(page.getByRole("figure", { name: "Share of answers that cite this domain" })).toBeVisible()
    await page.getByRole("link", { name: "Show citing answers" }).click()
    const { meta } = await ask(page, `${apiPath}/answers?cites_domain=citylife.example&scans=26`)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${meta.total} answers`)
  })

  test("a cited domain counts one period everywhere, and its prompts open their citing answers", async ({ page }) => {
    const { data } = await ask(page, `${apiPath}/citations/brands?limit=1&scans=26`)
    const [{ domain, answers_n }] = data.sources
    await page.goto(`${path}/citations/${domain}`)
    await expect(page.getByText(/^Counts and dates cover the last \d+ scans\./)).toHaveCount(1)
    await expect(page.getByText(/, in [\d,]+ answers$/)).toContainText(
      `in ${answers_n.toLocaleString("en-GB")} answers`,
    )
    const row = page.getByRole("group", { name: "By prompt" }).getByRole("row").nth(1)
    const [cited] = (await row.locator("td").nth(1).innerText()).split(" of ")
    await row.getByRole("link").click()
    await page.waitForURL(/answers\?.*prompt_id=/)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${cited} answer`)
  })

  test("a page of a cited domain names the brands of its answers, and leads to them and to its prompt", async ({
    page,
  }) => {
    const { data } = await ask(page, `${apiPath}/citations/brands?limit=1&scans=26`)
    const [{ domain }] = data.sources
    const pages = await ask(page, `${apiPath}/citations?entity=url&domain=${domain}&scans=26&limit=25`)
    const { key, answers_n, prompts_n } = pages.data.at(-1)
    const countCiting = async (more: string) =>
      (await ask(page, `${apiPath}/answers?cites_url=${encodeURIComponent(key)}&scans=26&limit=1${more}`)).meta.total
    expect(await countCiting("")).toBe(answers_n)

    const domainPath = `${path}/citations/${domain}`
    await page.goto(domainPath)
    const table = page.getByRole("group", { name: "Sources", exact: true })
    const row = table.locator("tbody tr").filter({ has: page.locator(`a[href="${key}"]`) })
    const named = row.locator("td").nth(1).getByRole("link")
    await expect(named.first()).toBeVisible()
    expect(await named.count()).toBeLessThanOrEqual(3)
    await expectGoodLooks(page, "a cited domain")

    await row.getByRole("link", { name: /^\d+ answers? citing / }).click()
    await page.waitForURL(/answers\?.*cites_url=/)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${answers_n} answer`)
    await expect(page.getByText(/^Answers that cite /)).toContainText(key.replace(/^https?:\/\//, ""))
    await page.getByRole("link", { name: "Show answers with any source" }).click()
    await expect(page).not.toHaveURL(/cites_url/)

    await page.goto(domainPath)
    await named.first().click()
    await page.waitForURL(/answers\?.*brand=/)
    const mentioning = await countCiting(`&mentions_brand=${new URL(page.url()).searchParams.get("brand")}`)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${mentioning} answer`)

    await page.goto(domainPath)
    if (prompts_n > 1) await expect(row.getByRole("link", { name: /^\+\d+ prompts?: answers citing / })).toBeVisible()
    await row.locator('a[href*="/prompts/"]').click()
    await page.waitForURL(/\/prompts\/prm_/)

    await page.goto(domainPath)
    const answersHeader = table.getByRole("columnheader", { name: "Answers" })
    await answersHeader.getByRole("link").click()
    await page.waitForURL(/sort=-answers_n/)
    await expect(answersHeader).toHaveAttribute("aria-sort", "descending")
    await table.getByRole("link", { name: "Last cited" }).click()
    await page.waitForURL(/sort=-last_seen_at/)
    await expect(table.getByRole("columnheader", { name: "Last cited" })).toHaveAttribute("aria-sort", "descending")
    const prompts = page.getByRole("group", { name: "By prompt" })
    await prompts.getByRole("link", { name: "Prompt", exact: true }).click()
    await page.waitForURL(/sort=-last_seen_at.*prompts=name/)
    await expect(prompts.getByRole("columnheader", { name: "Prompt" })).toHaveAttribute("aria-sort", "ascending")
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoOverflow(page, "a cited domain on a phone")
  })

  test("a gap leads to the answers of its prompt and to the sources that they cite", async ({ page }) => {
    const gaps = await ask(page, `${apiPath}/prompts?gap=true&status=active`)
    const [gap] = gaps.data
    await page.goto(path)
    const item = page.getByRole("listitem").filter({ hasText: gap.text }).filter({ hasText: "Read answers" })
    await item.getByRole("link", { name: "Read answers" }).click()
    await page.waitForURL((url) => url.searchParams.get("prompt_id") === gap.id)
    await expect(page.getByText(/^Answers to/)).toContainText(gap.text)

    await page.goto(`${path}/prompts?gap=true`)
    const row = page.getByRole("row").filter({ hasText: gap.text })
    await row.getByRole("link", { name: "See cited sources" }).click()
    await page.waitForURL(/#sources$/)
    await expect(page.getByRole("heading", { name: "Cited sources" })).toBeInViewport()
    const source = page.getByRole("group", { name: "By source" }).locator("tbody").getByRole("link").first()
    const domain = await source.innerText()
    await source.click()
    await expect(page.getByRole("heading", { name: domain })).toBeVisible()
  })

  test("the sentence of the overview links to the topic that it names", async ({ page }) => {
    await page.goto(`/${team_slug}`)
    await page.getByRole("link", { name: /^AI visibility of Harbor & Hearth: / }).click()
    const evidence = page.getByRole("list", { name: "Evidence" }).getByRole("listitem")
    const topic = evidence.filter({ hasText: /^You lost \d+ points on Small kitchens/ })
    await topic.getByRole("link", { name: "Small kitchens" }).click()
    await page.waitForURL(/prompts\?topic_id=.*sort=change/)
    await expect(page.getByRole("combobox", { name: "Topic" }).locator("option:checked")).toHaveText("Small kitchens")
  })

  test("a changed prompt leads to the comparison of its answers, from the overview and from the list", async ({
    page,
  }) => {
    await page.goto(`/${team_slug}`)
    await page.getByRole("link", { name: /^AI visibility of Harbor & Hearth: / }).click()
    const changed = page.getByRole("listitem").filter({ hasText: /→.*down \d+ points/ })
    const text = await changed.first().getByRole("link").first().innerText()
    await changed
      .first()
      .getByRole("link", { name: `Compare answers: ${text}` })
      .click()
    await page.waitForURL(/\/compare\?after=scn_/)
    await expect(page.getByRole("heading", { name: "Compare answers" })).toBeVisible()
    await expect(page.getByRole("region", { name: "Later answer" })).toBeVisible()

    await page.goto(new URL(page.url()).pathname.replace(/\/[^/]+\/compare$/, "?moved=clear"))
    await page.getByRole("row").filter({ hasText: text }).getByRole("link", { name: "Compare answers: " }).click()
    await page.waitForURL(/\/compare\?after=scn_/)
    await expect(page.getByRole("main")).toContainText(text)
  })

  test("on a phone, the row of tabs scrolls inside itself and shows the active tab", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const tabs = page.getByRole("navigation", { name: "Project", exact: true })
    for (const [tab, place] of [
      ["Overview", ""],
      ["Citations", "/citations"],
      ["Settings", "/settings/project"],
    ] as const) {
      await page.goto(`${path}${place}`)
      const active = tabs.getByRole("link", { name: tab, exact: true })
      await expect(active).toHaveAttribute("aria-current", "page")
      await expect(active).toBeInViewport({ ratio: 1 })
      await expectNoOverflow(page, `the tab ${tab} on a phone`)
      expect(await page.evaluate(() => window.scrollX)).toBe(0)
    }
    expect(await tabs.evaluate((row) => row.getBoundingClientRect().width)).toBeLessThanOrEqual(390)
    await tabs.getByRole("link", { name: "Scans", exact: true }).click()
    await expect(tabs.getByRole("link", { name: "Scans", exact: true })).toBeInViewport({ ratio: 1 })
  })

  test("the guide to mentions is linked from the numbers of every page", async ({ page }) => {
    const { data: prompts } = await ask(page, `${apiPath}/prompts?limit=1`)
    const { data: scans } = await ask(page, `${apiPath}/scans?status=completed&limit=1`)
    const { data: project } = await ask(page, apiPath)
    for (const place of [
      path,
      `/${team_slug}/ai-visibility`,
      `/${team_slug}/clients`,
      `/${team_slug}/clients/${project.client_id}`,
      `${path}/scans`,
      `${path}/scans/${scans[0].id}`,
      `${path}/prompts`,
      `${path}/prompts/${prompts[0].id}/compare`,
      `${path}/citations`,
      `${path}/citations?view=all`,
      `${path}/citations?view=new`,
      `${path}/citations?view=lost`,
      `${path}/citations?scans=all`,
    ]) {
      await page.goto(place)
      const guide = page.getByRole("link", { name: "How a mention is counted" }).first()
      await expect(guide, place).toHaveAttribute("href", "/docs/counting-mentions")
    }
  })

  test("the table of sources and brands is sorted and filtered by the API", async ({ page }) => {
    const brands = `${apiPath}/citations/brands`
    const domains = async (query: string) => {
      const { data } = await ask(page, `${brands}?limit=50&${query}`)
      return data.sources.map(({ domain }: { domain: string }) => domain)
    }
    await page.goto(`${path}/citations?view=all`)
    const table = page.getByRole("group", { name: "Sources and brands" })
    const shown = table.locator("tbody tr td:first-child")
    await expect(shown).toHaveText(await domains("sort=opportunity"))
    for (const [header, sort, direction] of [
      ["Answers", "-answers_n", "descending"],
      ["Your lead", "lead", "ascending"],
      ["Your lead", "-lead", "descending"],
      ["Source", "domain", "ascending"],
    ] as const) {
      const column = table.getByRole("columnheader", { name: header, exact: true })
      await column.getByRole("link").click()
      await page.waitForURL((url) => url.searchParams.get("sort") === sort)
      await expect(column).toHaveAttribute("aria-sort", direction)
      await expect(shown).toHaveText(await domains(`sort=${sort}`))
    }
    await page.getByLabel("Source type", { exact: true }).selectOption({ label: "editorial" })
    await page.waitForURL(/source_class=editorial/)
    await expect(shown, "the filter keeps the order").toHaveText(await domains("sort=domain&source_class=editorial"))
    await page.getByLabel("Search sources").fill("bike")
    await page.getByLabel("Search sources").press("Enter")
    await page.waitForURL(/q=bike/)
    const found = await domains("sort=domain&source_class=editorial&q=bike")
    await expect(shown).toHaveText(found)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${found.length} source`)
    await expectAccessible(page, "filtered sources")
    await page.getByLabel("Search sources").fill("never cited")
    await page.getByLabel("Search sources").press("Enter")
    await expect(page.getByText("No matching sources")).toBeVisible()
    await page.getByRole("link", { name: "Clear filters" }).click()
    await expect(shown.first()).toBeVisible()
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoOverflow(page, "sources and brands on a phone")
  })

  test("the table of citations has a column for each brand, which its menu hides", async ({ page }) => {
    const { data } = await ask(page, `${apiPath}/citations/brands?limit=200`)
    const rivals = data.brands.filter((brand: { kind: string }) => brand.kind === "competitor")
    const [first] = rivals
    await page.goto(`${path}/citations?view=all`)
    const table = page.getByRole("group", { name: "Sources and brands" })
    const columns = table.getByRole("columnheader")
    const names = rivals.map(({ name }: { name: string }) => name)
    await expect(columns.filter({ visible: true })).toHaveText([
      ...["Source", "Source type", "Answers", "You", "Your lead"],
      ...names.slice(0, 5),
    ])
    type Source = { domain: string; source_class: string; answers_n: number; mentioned_n: Record<string, number> }
    const own = data.brands.find((brand: { kind: string }) => brand.kind === "own")
    const gap = data.sources.find(
      (source: Source) =>
        !["own", "competitor"].includes(source.source_class) &&
        !source.mentioned_n[own.id] &&
        Object.keys(source.mentioned_n).length > 0,
    )
    await expect(table.getByRole("row").nth(1), "the largest gap is first").toContainText(gap.domain)
    const source = data.sources.find(({ mentioned_n }: Source) => mentioned_n[first.id])
    const mentioned = source.mentioned_n[first.id]
    await table
      .getByRole("row", { name: source.domain })
      .getByRole("link", { name: `${first.name} in ${mentioned} of ${source.answers_n} answer` })
      .filter({ visible: true })
      .click()
    await page.waitForURL(/\/answers\?/)
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`${mentioned} answer`)
    await page.goBack()

    await page.getByRole("button", { name: "Table options: Sources and brands" }).click()
    await page.getByRole("menuitemcheckbox", { name: first.name }).click()
    await page.keyboard.press("Escape")
    await expect(columns.filter({ hasText: first.name })).toBeHidden()
    await page.reload()
    await expect(columns.filter({ hasText: first.name }), "the browser remembers the choice").toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page, "citations")
  })
})

const longPrompt = `Which ${"very ".repeat(38)}good earbuds?`
const oddBrand = "Ñandú™ 音響 <b>&amp; Söhne</b> صوت Donaudampfschifffahrtsgesellschaftskapitänsmützen"

/** Creates a team with a project that asks the sample engine. */
async function sampleProject(page: Page) {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const change = async (operation: string, input: object) => {
    const answer = await call(page, slug, operation, input)
    if (answer.error) throw new Error(JSON.stringify(answer.error))
    return answer.result.data.data
  }
  await change("aiVisibility.setUpEngine", { engine_id: "sample", is_enabled: true })
  const { id: client_id } = await change("clients.create", { name: "Sony" })
  const { id } = await change("aiVisibility.createProject", {
    client_id,
    name: "Earbuds",
    own_brand: { name: oddBrand },
    asked_engines: ["sample"],
    runs_per_prompt: 3,
  })
  await change("aiVisibility.createBrand", { project_id: id, name: "Anker" })
  return { path: `/${slug}/ai-visibility/${id}`, id, change }
}

async function scan(
  page: Page,
  place: string,
  change: (operation: string, input: object) => Promise<{ id: string }>,
  id: string,
) {
  const started = await change("scans.create", { project_id: id })
  await page.goto(`${place}/scans/${started.id}`)
  await expect(page.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()
}

test("a project without a scan shows the next step; a changed panel breaks the trend; invented answers are labelled", async ({
  page,
}) => {
  test.slow()
  const { path: place, id, change } = await sampleProject(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(place)
  await expect(page.getByText(/The project still needs prompts/)).toBeVisible()
  for (const [tab, words] of [
    ["prompts", "No prompts yet"],
    ["answers", "No answers yet"],
    ["citations", "No citations yet"],
  ]) {
    await page.goto(`${place}/${tab}`)
    await expect(page.getByText(words as string)).toBeVisible()
    await expectAccessible(page, `${tab}, empty`)
    await expectNoOverflow(page, `${tab}, empty`)
  }

  await change("aiVisibility.createPrompts", {
    project_id: id,
    prompts: [{ text: longPrompt }, { text: "Which earbuds?" }],
  })
  await scan(page, place, change, id)
  await page.goto(place)
  await expect(page.getByText("This is the first scan, so there is no earlier one to compare it with.")).toBeVisible()
  await expect(page.getByText("First scan", { exact: true }).first()).toBeVisible()
  await change("aiVisibility.createPrompts", { project_id: id, prompts: [{ text: "Which ones for sport?" }] })
  await scan(page, place, change, id)

  await page.goto(place)
  await expect(page.getByText(/sample engine, which invents its answers/)).toBeVisible()
  const breaks = page.getByRole("list", { name: "Breaks in the series" })
  await expect(breaks.getByRole("listitem")).toHaveText(/Prompts changed: 1 added/)
  await expect(page.getByRole("region", { name: oddBrand })).toBeVisible()
  for (const tab of ["settings/brands", "", "prompts", "answers", "citations", "citations?view=new"]) {
    await page.goto(`${place}/${tab}`)
    await expectNoOverflow(page, tab)
    await expectAccessible(page, tab)
  }
  await expect(page.getByText("This list needs 4 more finished scans.")).toBeVisible()
  await page.goto(`${place}/citations?view=all`)
  await page.getByRole("group", { name: "Sources" }).getByRole("link").filter({ hasText: "." }).first().click()
  await page.waitForURL(/\/citations\/[^?]+\./)
  await expect(breaks.getByRole("listitem"), "the share of a source breaks, too").toHaveText(/Prompts changed: 1 added/)

  await page.goto(`${place}/answers`)
  await page
    .getByRole("rowgroup")
    .filter({ hasText: longPrompt })
    .getByRole("link", { name: /^Run 1: / })
    .first()
    .click()
  await page.waitForURL(/answers\/ans_/)
  await expectNoOverflow(page, "a long prompt")
  await expect(page.getByText(/Invented by the sample engine/)).toBeVisible()
})

test("of many competitors, the table of citations shows five, and the others on request", async ({ page }) => {
  test.slow()
  const { path: place, id, change } = await sampleProject(page)
  for (const name of ["Bose", "Jabra", "Sennheiser", "Beats", "Nothing Ear", "JBL"])
    await change("aiVisibility.createBrand", { project_id: id, name })
  await change("aiVisibility.createPrompts", { project_id: id, prompts: [{ text: "Which earbuds?" }] })
  await scan(page, place, change, id)
  await page.goto(`${place}/citations?view=all`)
  const table = page.getByRole("group", { name: "Sources and brands" })
  const shown = table.getByRole("columnheader").filter({ visible: true })
  await expect(shown).toHaveCount(10)
  const openOptions = () => page.getByRole("button", { name: "Table options: Sources and brands" }).click()
  await openOptions()
  await page.getByRole("menuitemcheckbox", { checked: false }).first().click()
  await page.keyboard.press("Escape")
  await expect(shown).toHaveCount(11)
  await page.reload()
  await expect(shown, "the browser remembers the choice").toHaveCount(11)
})
