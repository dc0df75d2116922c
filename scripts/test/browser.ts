/**
 * Finds a Chromium for the browser tests, or installs one: Debian's package as root on Debian, otherwise Playwright's
 * build.
 */
import { accessSync, constants, existsSync } from "node:fs"
import { basename, delimiter, join } from "node:path"
import { chromium } from "@playwright/test"
import { step } from "../start/progress"
import { UserError } from "../user-error"
import { canInstallDebianPackage, installDebianPackage, run } from "./debian-package"

/**
 * Returns the path of the browser's program. Tests prefer Chromium's headless shell: it draws no window, so they take
 * half the time. `hasWindow` is for a browser that people watch.
 */
export async function ensureBrowser({ hasWindow = false } = {}) {
  const found = findBrowser({ hasWindow })
  const prefersHeadlessShell = !hasWindow && !process.env["CHROMIUM_PATH"] && canInstallDebianPackage()
  if (found && (!prefersHeadlessShell || basename(found) === headlessShell)) return found
  try {
    return await step("Browser", () => install(hasWindow))
  } catch (error) {
    if (found) return found
    throw error
  }
}

/** Returns the path of an installed browser, or null. */
export function findBrowser({ hasWindow = false } = {}) {
  const path = process.env["CHROMIUM_PATH"]
  if (path) return path
  const found = findExecutable(hasWindow ? fullBrowsers : [headlessShell, ...fullBrowsers])
  return found ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
}

const headlessShell = "chromium-headless-shell"
const fullBrowsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

function findExecutable(names: string[]) {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

async function install(hasWindow: boolean) {
  if (canInstallDebianPackage()) installDebianPackage(hasWindow ? "chromium" : headlessShell)
  else run("npx", ["playwright", "install", "chromium"])
  const browser = findBrowser({ hasWindow })
  if (browser) return browser
  throw new UserError("Chromium could not be installed. Install it and set CHROMIUM_PATH to its program.")
}

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
