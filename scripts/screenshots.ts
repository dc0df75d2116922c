/** `npm run screenshots`: takes pictures of the main pages of the demo team for docs/screenshots. */
import { mkdirSync } from "node:fs"
import type { Page } from "@playwright/test"
import { commandLine, parseOptions } from "./command-line"
import { mainPages, startDemoBrowser } from "./web/demo-browser"

const folder = "docs/screenshots"
const looks = {
  light: { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
} as const

export async function run(args: string[]) {
  const options = parseOptions(program(), args)
  if (typeof options === "number") return options
  const { demo, open, stop } = await startDemoBrowser()
  mkdirSync(folder, { recursive: true })
  try {
    for (const [look, context] of Object.entries(looks)) {
      const page = await open(context)
      for (const [name, path] of Object.entries(mainPages(demo))) await take(page, path, `${fileName(name)}-${look}`)
      await page.context().close()
    }
  } finally {
    await stop()
  }
  console.log(`Wrote the pictures to ${folder}.`)
}

async function take(page: Page, path: string, name: string) {
  await page.goto(path, { waitUntil: "networkidle" })
  // On a busy machine, the page may still show placeholders.
  await page.locator(".animate-pulse").first().waitFor({ state: "detached" })
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 78, scale: "css" })
}

const fileName = (name: string) => name.toLowerCase().replaceAll(" ", "-")

const program = () =>
  commandLine("npm run screenshots", {
    description: `Take pictures of the main pages, light, dark and on a phone, and write them to ${folder} (1 minute).`,
    examples: ["npm run screenshots"],
  })
