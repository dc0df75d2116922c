/** A tour: import metrics, and find out from a signal which sessions are missing. */
import { expect } from "@playwright/test"
import { call, signUp } from "../person"
import { test } from "./tour"

const days = 90

/** Daily sessions by channel. The last of the 90 days is yesterday, when the sessions of paid search are missing. */
function exportOfSessions(): string {
  const rows = Array.from({ length: days }, (_, i) => {
    const date = new Date(Date.now() - (days - i) * 86_400_000)
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6
    const direct = 200 + ((i * 37) % 41)
    const paid = isWeekend ? 220 : 410
    const day = date.toISOString().slice(0, 10)
    return [`${day},Direct,${direct}`, `${day},Paid Search,${i === days - 1 ? 10 : paid}`]
  })
  return ["Date,Channel,Sessions", ...rows.flat()].join("\n")
}

test("import metrics and handle the signal of an unusual day", async ({ page, tour }) => {
  const { slug } = await signUp(page)
  await call(page, slug, "clients.create", { name: "Bergamo Bikes", timezone: "UTC" })

  await tour.step("Ada uploads a file with the sessions of the last 90 days.", async () => {
    await page.goto(`/${slug}/sources`)
    await page.getByRole("link", { name: "Upload file" }).click()
    const buffer = Buffer.from(exportOfSessions())
    await page.getByLabel("File").setInputFiles({ name: "sessions.csv", mimeType: "text/csv", buffer })
    await page.getByRole("button", { name: "Preview import" }).click()
    await expect(page.getByRole("group", { name: "First lines" })).toBeVisible()
  })
  await tour.step("The preview shows how the file is read. It asks what the file does not say.", async () => {
    await expect(page.getByLabel("Contents of Sessions")).toHaveValue("metric:sessions")
    await page.getByRole("textbox", { name: "Account" }).fill("shop-1")
    await page.getByRole("button", { name: "Use account" }).click()
    await expect(page.getByRole("button", { name: "Import file" })).toBeEnabled()
  })
  await tour.step("She imports the file.", async () => {
    await page.getByRole("button", { name: "Import file" }).click()
    await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible()
  })
  const signal = page.getByRole("link", { name: /^Sessions \d+% below/ }).first()
  await tour.step("Yesterday had far fewer sessions than usual, so a signal fired.", async () => {
    await expect(async () => {
      await page.goto(`/${slug}/signals`)
      await expect(signal).toBeVisible({ timeout: 5_000 })
    }).toPass()
  })
  await tour.step("The signal shows the expected range and the day outside of it.", async () => {
    await signal.click()
    await expect(page.getByRole("figure", { name: "Sessions" })).toBeVisible()
  })
  await tour.step("The channels show that the sessions of paid search are missing.", async () => {
    await expect(page.getByText(/^Paid Search accounts for (\d+% of the|the whole) fall\./)).toBeVisible()
  })
  await tour.step("Ada writes down the cause and resolves the signal.", async () => {
    await page.getByLabel("Note").fill("The payment for the ads had failed.")
    await page.getByRole("button", { name: "Add note" }).click()
    await expect(page.getByText("The payment for the ads").first()).toBeVisible()
    await page.getByRole("button", { name: "Resolve" }).click()
    await expect(page.getByRole("list", { name: "History" }).getByText("resolved the signal")).toBeVisible()
  })
})
