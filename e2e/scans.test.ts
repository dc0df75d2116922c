/** Tests scans: estimate, start, progress, cancellation, roles, and the display of errors. */
import { type APIResponse, expect, type Page } from "@playwright/test"
import type { VendorServer } from "@/domain/ai-engines/testing/vendor-server"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { test } from "./engine"
import { anotherBrowser, call, choosePlan, invite, joinTeam, signUp } from "./person"
import { createProject, setUpSample, startScan } from "./scan-steps"

/**
 * Creates a Pro team with a project that asks `engine`, or the sample engine by default, and opens the project's scans.
 */
async function openScans(page: Page, prompts: number, engine?: VendorServer) {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await (engine ? setUpEngine(page, slug, engine.url) : setUpSample(page, slug))
  const project = await createProject(page, slug, { asked_engines: [engine ? "compatible_api" : "sample"], prompts })
  await page.goto(`${project.path}/scans`)
  return { slug, ...project }
}

const setUpEngine = (page: Page, slug: string, url: string) =>
  call(page, slug, "aiVisibility.setUpEngine", {
    engine_id: "compatible_api",
    base_url: `${url.replace("127.0.0.1", "localhost")}/v1`,
    model: "model-of-ours",
    concurrency: 2,
    is_enabled: true,
  })

/** Simulates that the user leaves the tab or returns to it. */
const setVisibility = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true })
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
  }, state)

/** Fetches the status of the open scan from the server, independent of what the page shows. */
async function stateNow(page: Page, slug: string): Promise<string> {
  const input = JSON.stringify({ scan_id: new URL(page.url()).pathname.split("/").at(-1) })
  const answer = await page.request.get(`/api/trpc/scans.getProgress?${new URLSearchParams({ input })}`, {
    headers: { "x-team": slug },
  })
  return (await answer.json()).result.data.data.status
}

test("the page lists what a scan still needs; then a scan is estimated, started, followed to its end, and its metrics opened", async ({
  page,
}) => {
  const { slug } = await signUp(page)
  const { path, project_id, ask } = await createProject(page, slug, { asked_engines: [], prompts: 0 })
  await page.goto(`${path}/scans`)
  const missing = page.getByRole("list", { name: "Before a scan can start" })
  for (const text of [/has no engines/, /has no active prompts/, /plan does not include answers of AI engines/])
    await expect(missing.getByRole("listitem").filter({ hasText: text })).toBeVisible()
  await expect(page.getByRole("button", { name: "Start scan" })).toHaveCount(0)
  await expectAccessible(page, "no scan yet")

  await choosePlan(page, slug)
  await setUpSample(page, slug)
  await ask("aiVisibility.updateProject", { project_id, asked_engines: ["sample"] })
  await ask("aiVisibility.createPrompts", {
    project_id,
    prompts: [{ text: "Which earbuds?" }, { text: "Which ones?" }],
  })
  await page.goto(`${path}/scans`)
  await page.getByRole("button", { name: "Start scan" }).click()
  const dialog = page.getByRole("dialog", { name: "Start a scan" })
  await expect(dialog.getByText("2 prompts × 1 engine × 2 runs")).toBeVisible()
  await expect(dialog.getByText("2,000 of 2,000 answers left")).toBeVisible()
  await expect(dialog.getByText("free, because the sample engine invents its answers")).toBeVisible()
  await expectAccessible(page, "the estimate")
  await dialog.getByRole("button", { name: "Start scan" }).click()
  await page.waitForURL(/\/scans\/scn_/)
  await expect(page.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()
  await page.getByText("Answers by engine").click()
  const engine = page.getByRole("group", { name: "Engines" }).getByRole("row").nth(1)
  await expect(engine).toContainText("4 of 4")
  await expect(engine).toContainText("sample data")
  await expect(page.getByRole("button", { name: "Cancel scan" })).toHaveCount(0)
  await expectAccessible(page, "an ended scan")

  await page.getByRole("link", { name: "View metrics" }).click()
  await page.waitForURL(/\?scan=scn_/)
  await page.goto(`${path}/scans`)
  const row = page.getByRole("row").filter({ hasText: "completed" })
  await expect(row).toContainText("4 of 4")
  await expect(row).toContainText("Ada")
})

test("a running scan refreshes its progress and can be canceled; the page stops polling when hidden and after the end", async ({
  page,
  engine,
}) => {
  const { path } = await openScans(page, 60, engine)
  engine.delayMs = 400
  await startScan(page)
  const row = page.getByRole("list", { name: "Engines" }).getByRole("listitem")
  await expect(page.getByText("in progress", { exact: true })).toBeVisible()
  await expect(row).toContainText(/[1-9]\d* of 120 answers/)
  await expect(row).toContainText(/\d+ waiting/)
  await expect(row).toContainText(/\d per minute/)
  // Slows the engine down, so that questions are left even on a fast machine.
  engine.delayMs = 4_000
  await expectNoOverflow(page, "a scan in progress")
  await expectAccessible(page, "a scan in progress")

  const looks: string[] = []
  page.on("request", (request) => looks.push(...(request.url().includes("scans.getProgress") ? [request.url()] : [])))
  await setVisibility(page, "hidden")
  await page.waitForTimeout(2_500)
  looks.splice(0)
  await page.waitForTimeout(5_000)
  expect(looks, "a hidden page does not poll").toEqual([])
  await setVisibility(page, "visible")
  await expect.poll(() => looks.length, "a visible page polls").toBeGreaterThan(1)

  await page.getByRole("button", { name: "Cancel scan" }).click()
  const dialog = page.getByRole("dialog", { name: "Cancel this scan?" })
  await expect(dialog).toContainText(/\d+ remaining questions will not be asked/)
  await dialog.getByRole("button", { name: "Cancel scan" }).click()
  await expect(page.getByText("canceled", { exact: true })).toBeVisible()
  const result = page.getByRole("group", { name: "Engines" })
  await expect(result.getByRole("columnheader", { name: "Skipped" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Cancel scan" })).toHaveCount(0)
  looks.splice(0)
  const before = engine.asked.length
  await page.waitForTimeout(5_000)
  expect(looks, "the page of a finished scan does not poll").toEqual([])
  expect(engine.asked.length - before, "questions that were in flight").toBeLessThanOrEqual(2)

  await page.goto(path)
  await expect(page.getByText("The last scan was canceled")).toBeVisible()
  await page.getByRole("link", { name: "View scan" }).click()
  await page.waitForURL(/\/scans\/scn_/)
})

test("canceling a scan that has ended meanwhile changes nothing, and the page says so", async ({ page, engine }) => {
  const { slug } = await openScans(page, 1, engine)
  let release = () => {}
  engine.held = new Promise((done) => {
    release = done
  })
  // The page always gets the first progress response.
  let seen: APIResponse | undefined
  const progress = /scans\.getProgress/
  await page.route(progress, async (route) => {
    seen ??= await route.fetch()
    await route.fulfill({ response: seen })
  })
  await startScan(page)
  await page.getByRole("button", { name: "Cancel scan" }).click()
  const dialog = page.getByRole("dialog", { name: "Cancel this scan?" })
  await expect(dialog).toContainText("2 remaining questions will not be asked")
  release()
  await expect.poll(() => stateNow(page, slug)).toBe("completed")
  await dialog.getByRole("button", { name: "Cancel scan" }).click()
  await expect(page.getByText("The scan had already finished, so nothing was canceled")).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.unroute(progress)
  await expect(page.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()
})

test("a scan's errors are shown by engine, with an explanation and advice, and for each question", async ({
  page,
  engine,
}) => {
  await openScans(page, 5, engine)
  engine.respond = ({ body }) => (JSON.stringify(body).includes("best, 1?") ? { failure: { status: 400 } } : undefined)
  await startScan(page)
  await expect(page.getByText(/8 of 10 answers arrived, which is enough/)).toBeVisible()
  const row = page.getByRole("group", { name: "Engines" }).getByRole("row").nth(1)
  await expect(row).toContainText("The engine failed, 2 failed")
  await expect(row).toContainText("start another scan later")
  // The page refreshes when the scan ends, and on a busy machine that can end a navigation that has just started.
  await expect(async () => {
    await row.getByRole("link", { name: "The engine failed" }).click()
    await page.waitForURL(/error_code=engine_error/, { timeout: 10_000 })
  }).toPass()
  const tasks = page.getByRole("group", { name: "Questions" }).getByRole("row").filter({ hasText: "best, 1?" })
  await expect(tasks).toHaveCount(2)
  await expect(tasks.first()).toContainText("The engine failed")
  await expect(page.getByLabel("Error")).toHaveValue("engine_error")
  await page.getByLabel("Status").selectOption("answered")
  await expect(page.getByText("No matching questions")).toBeVisible()
  await expectAccessible(page, "a scan with failures")
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, "a scan with failures on a phone")
})

test("a member can start a scan; a viewer sees no button and is refused", async ({ page, browser }) => {
  const { slug, path, project_id } = await openScans(page, 2)
  const member = await anotherBrowser(browser)
  const viewer = await anotherBrowser(browser)
  await joinTeam(member, await invite(page, slug, "member"))
  await joinTeam(viewer, await invite(page, slug, "viewer"))

  await viewer.goto(`${path}/scans`)
  await expect(viewer.getByText("Members of the team can start a scan.")).toBeVisible()
  await expect(viewer.getByRole("button", { name: "Start scan" })).toHaveCount(0)
  const { error } = await call(viewer, slug, "scans.create", { project_id })
  expect(error.data.problem).toMatchObject({ status: 403, code: "role_missing" })

  await member.goto(`${path}/scans`)
  await startScan(member)
  await expect(member.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()
  await viewer.goto(new URL(member.url()).pathname)
  await expect(viewer.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()
  await viewer.goto(`${path}/scans`)
  await expect(viewer.getByRole("row").filter({ hasText: "Grace" })).toContainText("completed")
  await expect(viewer.getByRole("button", { name: "Start scan" })).toHaveCount(0)
})

test("a scan can ask only some engines, or only one prompt", async ({ page, engine }) => {
  const { project_id, path, ask } = await openScans(page, 2, engine)
  await ask("aiVisibility.setUpEngine", {
    engine_id: "openai_api",
    base_url: `${engine.url.replace("127.0.0.1", "localhost")}/v1`,
    api_key: "key-of-the-fake",
    is_enabled: true,
  })
  await ask("aiVisibility.updateProject", { project_id, asked_engines: ["compatible_api", "openai_api"] })
  await page.reload()
  await page.getByRole("button", { name: "Start scan" }).click()
  const dialog = page.getByRole("dialog", { name: "Start a scan" })
  await expect(dialog.getByText("2 prompts × 2 engines × 2 runs")).toBeVisible()
  const compatible = dialog.getByLabel("OpenAI-compatible API")
  const openai = dialog.getByLabel("OpenAI API")
  await compatible.uncheck()
  await openai.uncheck()
  await expect(dialog.getByText("Select at least one engine.")).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Start scan" })).toHaveCount(0)
  await openai.check()
  await expect(dialog.getByText("2 prompts × 1 engine × 2 runs")).toBeVisible()
  await expect(dialog.getByText("Trends, comparisons and signals do not include this scan.")).toBeVisible()
  await expectAccessible(page, "the choice of engines")
  await dialog.getByRole("button", { name: "Start scan" }).click()
  await expect(page.getByText(/asks only 2 prompts on OpenAI API,/)).toBeVisible()
  await expect(page.getByText("All 4 answers arrived.")).toBeVisible()

  await page.goto(`${path}/prompts`)
  await page.getByRole("link", { name: "Which earbuds are best, 0?" }).click()
  await page.getByRole("button", { name: "Scan this prompt" }).click()
  const ofPrompt = page.getByRole("dialog", { name: "Scan this prompt" })
  await expect(ofPrompt.getByText("1 prompt × 2 engines × 2 runs")).toBeVisible()
  await ofPrompt.getByRole("button", { name: "Start scan" }).click()
  await expect(page.getByText(/asks only 1 prompt on OpenAI-compatible API and OpenAI API,/)).toBeVisible()
})

test("the note about sample answers depends on the answers that a page shows, and the engine filter excludes them", async ({
  page,
  engine,
}) => {
  test.slow()
  const { slug, path, project_id, ask } = await openScans(page, 2)
  await startScan(page)
  await expect(page.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()
  await setUpEngine(page, slug, engine.url)
  await ask("aiVisibility.updateProject", { project_id, asked_engines: ["compatible_api"] })
  await page.goto(`${path}/scans`)
  await startScan(page)
  await expect(page.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()

  const some = page.getByText(/Some answers here come from the sample engine/)
  const any = page.getByText(/come from the sample engine/)
  await page.goto(`${path}/prompts`)
  await expect(page.getByRole("table")).toBeVisible()
  await expect(any, "metrics of the latest scan, which asked another engine").toHaveCount(0)
  await page.goto(`${path}/answers`)
  await expect(any, "answers of the latest scan").toHaveCount(0)
  await page.getByLabel("Scan").selectOption("all scans")
  await expect(some, "the list has answers of both scans").toBeVisible()
  await page.getByLabel("Engine").selectOption("compatible_api")
  await page.waitForURL(/engine=compatible_api/)
  await expect(any).toHaveCount(0)
  await page.goto(`${path}/citations?view=history`)
  await expect(some, "sources are counted over all scans").toBeVisible()
  await page.getByLabel("Engine").selectOption("compatible_api")
  await page.waitForURL(/engine=compatible_api/)
  await expect(any).toHaveCount(0)
  await page.goto(`${path}/prompts?engine=sample`)
  await expect(page.getByText(/All answers here come from the sample engine/)).toBeVisible()
})
