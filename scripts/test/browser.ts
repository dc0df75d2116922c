/**
 * Finds a Chromium for the browser tests, or installs one: Debian's package as root on Debian, otherwise Playwright's
 * build.
 */
import { accessSync, constants, existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "@playwright/test"
import { step } from "../start/progress"
import { UserError } from "../user-error"
import { canInstallDebianPackage, installDebianPackage, run } from "./debian-package"

/** Returns the path of the browser's program. */
export async function ensureBrowser() {
  return findBrowser() ?? (await step("Browser", install))
}

export function findBrowser() {
  const chosen = process.env["CHROMIUM_PATH"]
  if (chosen) return chosen
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
  return found ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

async function install() {
  if (canInstallDebianPackage()) installDebianPackage("chromium")
  else run("npx", ["playwright", "install", "chromium"])
  const browser = findBrowser()
  if (browser) return browser
  throw new UserError("Chromium could not be installed. Install it and set CHROMIUM_PATH to its program.")
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
