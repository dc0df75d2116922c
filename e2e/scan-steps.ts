/** Steps for tests of scans: a project through requests, and a scan through the page. */
import { expect, type Page } from "@playwright/test"
import { call } from "./person"

/**
 * Creates a project with two brands through requests. Returns its path, its id, and `ask`, which calls an operation.
 */
export async function createProject(page: Page, slug: string, more: { asked_engines: string[]; prompts: number }) {
  const ask = async (operation: string, input: object) => {
    const answer = await call(page, slug, operation, input)
    if (answer.error) throw new Error(JSON.stringify(answer.error))
    return answer.result.data.data
  }
  const { id: client_id } = await ask("clients.create", { name: "Sony" })
  const { asked_engines, prompts } = more
  const own_brand = { name: "Sony" }
  const { id: project_id } = await ask("aiVisibility.createProject", {
    client_id,
    name: "Earbuds",
    own_brand,
    asked_engines,
    runs_per_prompt: 2,
  })
  await ask("aiVisibility.createBrand", { project_id, name: "Anker" })
  if (prompts > 0)
    await ask("aiVisibility.createPrompts", {
      project_id,
      prompts: Array.from({ length: prompts }, (_, i) => ({ text: `Which earbuds are best, ${i}?` })),
    })
  return { path: `/${slug}/ai-visibility/${project_id}`, project_id, ask }
}

export const setUpSample = (page: Page, slug: string) =>
  call(page, slug, "aiVisibility.setUpEngine", { engine_id: "sample", is_enabled: true })

/** Starts a scan on the page of the project's scans and waits for the page of the scan. */
export async function startScan(page: Page) {
  await page.getByRole("button", { name: "Start scan" }).click()
  const dialog = page.getByRole("dialog", { name: "Start a scan" })
  await expect(dialog.getByText("Precision", { exact: true })).toBeVisible()
  await dialog.getByRole("button", { name: "Start scan" }).click()
  await page.waitForURL(/\/scans\/scn_/)
}
