/** Tests setting up an AI visibility project: brands, prompts, engines, schedule, and the estimate of a scan. */
import { expectAccessible, expectNoOverflow } from "./accessible"
import { holdScripts } from "./page-steps"
import { anotherBrowser, call, choosePlan, invite, joinTeam, signUp } from "./person"
import { expect, type Page, test } from "./test"

const prompts = Array.from({ length: 11 }, (_, n) => `Which e-bike is good for purpose ${n + 1}?`)

/** Checks barriers, and overflow at phone width. */
async function expectFit(page: Page, name: string) {
  await expectAccessible(page, name)
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, `${name} on a phone`)
  if (before) await page.setViewportSize(before)
}

async function switchOnSample(page: Page, slug: string) {
  await page.goto(`/${slug}/settings/engines`)
  await page.getByRole("button", { name: "Switch on Sample" }).click()
  await expect(page.getByText("Sample (invented answers) is on")).toBeVisible()
}

async function createProjectByPage(page: Page, slug: string) {
  await page.goto(`/${slug}/ai-visibility`)
  await page.getByRole("link", { name: "New project" }).click()
  await page.getByLabel("Client").fill("Bergamo Bikes")
  await page.getByLabel("Project", { exact: true }).fill("E-bikes")
  await page.getByLabel("Brand", { exact: true }).fill("Bergamo Bikes")
  await page.getByLabel("Also written as").fill("BergamoBikes\nBergamo Bikes S.p.A.")
  await page.getByLabel("Websites", { exact: true }).fill("https://www.bergamobikes.example/shop")
  await page.getByRole("button", { name: "Add a country" }).click()
  await page.getByRole("menuitem", { name: "Italy" }).click()
  await expectFit(page, "new project")
  await page.getByRole("button", { name: "Create project" }).click()
  await page.waitForURL(/\/aip_\w+\/settings\/brands$/)
  return new URL(page.url()).pathname.replace(/\/brands$/, "")
}

async function createClient(page: Page, slug: string, name: string, domain: string) {
  const { result } = await call(page, slug, "clients.create", { name })
  await call(page, slug, "clients.update", { client_id: result.data.data.id, domains: [domain] })
}

test("a new project suggests the chosen client as its brand, and keeps what was typed", async ({ page }) => {
  const { slug } = await signUp(page)
  await createClient(page, slug, "Bergamo Bikes", "bergamobikes.example")
  await createClient(page, slug, "Kettenwerk", "kettenwerk.example")
  await page.goto(`/${slug}/ai-visibility/new`)
  const client = page.getByLabel("Client")
  const brand = page.getByLabel("Brand", { exact: true })
  const websites = page.getByLabel("Websites", { exact: true })
  await expect(page.locator("datalist option")).toHaveCount(2)
  await client.fill("bergamo bikes")
  await expect(brand).toHaveValue("Bergamo Bikes")
  await expect(websites).toHaveValue("bergamobikes.example")
  await brand.fill("BergamoBikes")
  await client.fill("")
  await expect(page.locator("datalist option")).toHaveCount(2)
  await client.fill("Kettenwerk")
  await expect(websites).toHaveValue("kettenwerk.example")
  await expect(brand, "what was typed stays").toHaveValue("BergamoBikes")
})

test("a new user sets up a project, and sees an estimate of its scans before any question is asked", async ({
  page,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await switchOnSample(page, slug)
  await page.goto(`/${slug}/ai-visibility/new`)
  await page.goto(`/${slug}/ai-visibility`)
  await expect(page.getByText("No projects yet")).toBeVisible()
  const settingsPath = await createProjectByPage(page, slug)
  await page.goto(`${settingsPath.replace("/settings", "/set-up")}/brands`)
  await expect(page, "the page's earlier address").toHaveURL(new RegExp(`${settingsPath}/brands$`))

  await expect(page.getByText("bergamobikes.example", { exact: true }), "the website, normalized").toBeVisible()
  await expect(page.getByText("No competitors yet")).toBeVisible()
  await page.getByRole("button", { name: "Add brand" }).click()
  await page.getByLabel("Name", { exact: true }).fill("bergamo bikes")
  await page.getByRole("dialog").getByRole("button", { name: "Add brand" }).click()
  await expect(page.getByText("This project already has a brand named bergamo bikes")).toBeVisible()
  await page.getByLabel("Name", { exact: true }).fill("Alpenrad")
  await page.getByLabel("Websites", { exact: true }).fill("alpenrad.example")
  await page.getByRole("dialog").getByRole("button", { name: "Add brand" }).click()
  await expect(page.getByRole("heading", { name: "Alpenrad" })).toBeVisible()
  await page.getByRole("button", { name: "Add competitors" }).click()
  await page.getByLabel("Competitors, one per line").fill("Kettenwerk, kettenwerk.example\nALPENRAD\nPedalia")
  await page.getByRole("dialog").getByRole("button", { name: "Add competitors" }).click()
  await expect(page.getByRole("alert")).toContainText("ALPENRAD: This project already has a brand named ALPENRAD")
  await expect(page.getByLabel("Competitors, one per line"), "the line that failed stays").toHaveValue("ALPENRAD")
  await page.getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByText("kettenwerk.example", { exact: true })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Pedalia" })).toBeVisible()
  await expectFit(page, "brands")

  await page.getByRole("link", { name: "Next: Prompts" }).click()
  await page.waitForURL(/settings\/prompts/)
  await page
    .getByLabel("Prompts, one per line")
    .fill([...prompts, "Is BergamoBikes any good?", "", ` ${prompts[0]} `].join("\n"))
  await expect(page.getByText("12 new prompts, 1 repeated, 1 of the new prompts names your brand")).toBeVisible()
  await expect(page.getByText("The prompt set gets version 2")).toBeVisible()
  await expect(page.getByText("Prompts that name your brand are excluded from metrics by default.")).toBeVisible()
  await page.getByLabel("Topic").selectOption("New topic")
  await page.getByLabel("Name of the new topic").fill("Choosing")
  await expectFit(page, "prompts that are checked")
  await page.getByRole("button", { name: "Add 12 prompts" }).click()
  await expect(page.getByText("12 prompts", { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel("Name of the new topic"), "the form is reset").toHaveCount(0)

  await page.getByRole("button", { name: `Edit ${prompts[3]}` }).click()
  await page.getByLabel("Prompt", { exact: true }).fill("Which e-bike is the quietest?")
  await expect(page.getByText("A new wording creates a new prompt")).toContainText("version 3")
  await page.getByRole("button", { name: "Save new wording" }).click()
  await expect(page.getByText("Which e-bike is the quietest?")).toBeVisible()
  await expect(page.getByText("since version 3")).toBeVisible()
  await expect(page.getByText(prompts[3] ?? "", { exact: true })).toHaveCount(0)
  await page.getByRole("button", { name: "Delete Choosing" }).click()
  await expect(page.getByRole("dialog")).toContainText("Its 12 prompts stay in the prompt set")
  await page.getByRole("button", { name: "Cancel" }).click()
  await expectFit(page, "panel")

  await page.getByRole("link", { name: "Next: Engines and schedule" }).click()
  await page.waitForURL(/settings\/engines/)
  const estimate = page.getByRole("region", { name: "Estimate" })
  await expect(estimate).toContainText("This project has no engines")
  await page.getByRole("checkbox", { name: "Sample" }).check()
  await expect(estimate).toContainText("12 prompts × 1 engine × 3 runs")
  await expect(estimate).toContainText("17 to 47%")
  await expect(estimate).toContainText(/A fall from 30% to \d% is detected in 8 of 10 cases/)
  await expect(estimate).toContainText("3 of the 36 answers are to prompts that name your brand")
  await page.getByLabel("Runs", { exact: true }).fill("10")
  await expect(estimate).toContainText("12 prompts × 1 engine × 10 runs")
  await expect(estimate).toContainText(/A fall from 30% to 1\d% is detected in 8 of 10 cases/)
  await page.getByLabel("Scans start").selectOption("Every week")
  await page.getByLabel("On", { exact: true }).selectOption("Friday")
  await page.getByLabel("At", { exact: true }).selectOption("09:00")
  await expect(page.getByText(/^Next: Fri, .*09:00; Fri, .*09:00; Fri, .*09:00\./)).toBeVisible()
  await expect(estimate).toContainText("at most 5 scans")
  await expect(page.getByRole("row", { name: "12 3 36" }), "the precision with fewer runs").toContainText(/\d\d points/)
  await expect(page.getByText("You have unsaved changes.")).toBeVisible()
  await expectFit(page, "engines and schedule")
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText("You have unsaved changes.")).toHaveCount(0)

  await page.goto(settingsPath)
  await page.waitForURL(/settings\/engines/)
  await expect(page.getByRole("checkbox", { name: "Sample" })).toBeChecked()
  await expect(page.getByLabel("Runs", { exact: true })).toHaveValue("10")
  await expect(page.getByLabel("Scans start")).toHaveValue("weekly")
})

test("settings that are changed while the page's code loads are shown and saved", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await switchOnSample(page, slug)
  const settingsPath = await createProjectByPage(page, slug)
  const release = await holdScripts(page)
  await page.goto(`${settingsPath}/engines`, { waitUntil: "commit" })
  await page.getByRole("checkbox", { name: "Sample" }).check()
  await page.getByLabel("Runs", { exact: true }).fill("7")
  await page.getByLabel("Scans start").selectOption("Every week")
  release()
  await expect(page.getByText("You have unsaved changes.")).toBeVisible()
  await expect(page.getByLabel("On", { exact: true })).toHaveValue("1")
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText("You have unsaved changes.")).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole("checkbox", { name: "Sample" })).toBeChecked()
  await expect(page.getByLabel("Runs", { exact: true })).toHaveValue("7")
  await expect(page.getByLabel("Scans start")).toHaveValue("weekly")
})

test("a competitor whose response is lost may have been added, and the other lines are added", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const settingsPath = await createProjectByPage(page, slug)
  await page.goto(`${settingsPath}/brands`)
  await page.getByRole("button", { name: "Add competitors" }).click()
  const lines = page.getByLabel("Competitors, one per line")
  await lines.fill(`Alpenrad\nKettenwerk\n${"long ".repeat(30)}`)
  await page.route("**/api/trpc/aiVisibility.createBrand*", (route) =>
    route.request().postData()?.includes("Alpenrad") ? route.abort() : route.continue(),
  )
  await page.getByRole("dialog").getByRole("button", { name: "Add competitors" }).click()
  const alert = page.getByRole("dialog").getByRole("alert")
  await expect(alert).toContainText("These lines were not added, or we could not confirm it:")
  await expect(alert).toContainText("Alpenrad: No response arrived, so it may have been added.")
  await expect(alert).not.toContainText("/name")
  await expect(page.getByText("1 competitor added")).toBeVisible()
  await page.unroute("**/api/trpc/aiVisibility.createBrand*")
  await lines.fill("Alpenrad")
  await page.getByRole("dialog").getByRole("button", { name: "Add competitors" }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Alpenrad" })).toBeVisible()
})

/** Creates the topic Hills, and loses the request that adds two prompts to it. Returns the button that adds them. */
async function addPromptsWithLostRequest(page: Page, settingsPath: string) {
  await page.goto(`${settingsPath}/prompts`)
  await page.getByLabel("Prompts, one per line").fill(prompts.slice(0, 2).join("\n"))
  await page.getByLabel("Topic").selectOption("New topic")
  await page.getByLabel("Name of the new topic").fill("Hills")
  await page.route("**/api/trpc/aiVisibility.createPrompts*", (route) => route.abort())
  const add = page.getByRole("button", { name: "Add 2 prompts" })
  await add.click()
  await expect(page.getByText("We couldn't confirm that this was saved")).toBeVisible()
  await page.unroute("**/api/trpc/aiVisibility.createPrompts*")
  return add
}

test("a topic that was created for prompts that could not be added is used by the next attempt", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const add = await addPromptsWithLostRequest(page, await createProjectByPage(page, slug))
  await add.click()
  await expect(page.getByText("2 prompts added")).toBeVisible()
  await expect(page.getByRole("button", { name: "Delete Hills" })).toBeVisible()
})

test("a topic that was deleted before its prompts were added is created again", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const settingsPath = await createProjectByPage(page, slug)
  const add = await addPromptsWithLostRequest(page, settingsPath)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`${settingsPath}/prompts`)
  await otherTab.getByRole("button", { name: "Delete Hills" }).click()
  await otherTab.getByRole("button", { name: "Delete topic" }).click()
  await expect(otherTab.getByRole("button", { name: "Delete Hills" })).toHaveCount(0)
  await otherTab.close()
  await add.click()
  await expect(page.getByText(/Choose another topic/).first()).toBeVisible()
  await add.click()
  await expect(page.getByText("2 prompts added")).toBeVisible()
  await expect(page.getByRole("button", { name: "Delete Hills" })).toBeVisible()
})

test("members choose among the engines that admins have set up; viewers can only read", async ({ page, browser }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await switchOnSample(page, slug)
  const settingsPath = await createProjectByPage(page, slug)
  const project_id = settingsPath.split("/")[3]

  const member = await anotherBrowser(browser)
  await joinTeam(member, await invite(page, slug, "member"))
  await member.goto(`/${slug}/settings/engines`)
  await expect(member.getByText("Owners and admins of the team can set up engines.")).toBeVisible()
  await expect(member.getByText("Sentiment is off.")).toBeVisible()
  await expect(member.getByRole("button", { name: /Set up|Switch|Test|Edit|Save/ })).toHaveCount(0)
  await expectFit(member, "engines of a member")
  await member.goto(`${settingsPath}/engines`)
  await expect(
    member.getByText("Owners and admins of the team can set up engines under Settings -> AI engines."),
  ).toBeVisible()
  await member.getByRole("checkbox", { name: "Sample" }).check()
  await member.getByRole("button", { name: "Save settings" }).click()
  await expect(member.getByText("You have unsaved changes.")).toHaveCount(0)

  const viewer = await anotherBrowser(browser)
  await joinTeam(viewer, await invite(page, slug, "viewer"))
  for (const [path, words] of [
    ["/settings/engines", "Members of the team can see which engines are set up."],
    ["/ai-visibility/new", "Members of the team can create projects."],
    [`/ai-visibility/${project_id}/settings/brands`, "Viewers can read these settings. Members can change them."],
    [`/ai-visibility/${project_id}/settings/prompts`, "Viewers can read these settings. Members can change them."],
    [`/ai-visibility/${project_id}/settings/engines`, "Sample (invented answers)"],
  ] as const) {
    await viewer.goto(`/${slug}${path}`)
    await expect(viewer.getByText(words)).toBeVisible()
    await expect(
      viewer.getByRole("button", { name: /Add|Edit|Save|Create|Set up|Switch o|Pause|Archive/ }),
      path,
    ).toHaveCount(0)
    await expectFit(viewer, `${path} of a viewer`)
  }
  await viewer.goto(`/${slug}/ai-visibility`)
  await expect(viewer.getByRole("link", { name: "New project" })).toHaveCount(0)
  const nameAndStatus = `/${slug}/ai-visibility/${project_id}/settings/project`
  const redirect = await viewer.request.get(nameAndStatus, { maxRedirects: 0 })
  expect(redirect.status(), "a redirect before the page starts to stream").toBe(307)
  for (const [operation, input] of [
    ["aiVisibility.updateProject", { project_id, runs_per_prompt: 9 }],
    ["aiVisibility.checkPrompts", { project_id, texts: ["a"] }],
    ["aiVisibility.testEngine", { engine_id: "sample" }],
    ["clients.create", { name: "Mine" }],
  ] as const) {
    const { error } = await call(viewer, slug, operation, input)
    expect(error.data.problem, operation).toMatchObject({ status: 403, code: "role_missing" })
  }
})
