/** Finds a Chromium for the browser tests, or gets one: Debian's package when root, else Playwright's own. */
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "@playwright/test"
import { PlainFailure } from "../plain-failure"
import { step } from "../start/progress"

/** The path of its program. */
export async function ensureBrowser() {
  return findBrowser() ?? (await step("Browser", install))
}

export function findBrowser() {
  const given = process.env["CHROMIUM_PATH"]
  if (given) return given
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
  return found ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

async function install() {
  if (process.getuid?.() === 0 && isDebian()) {
    run("apt-get", ["update"])
    run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"])
  } else {
    run("npx", ["playwright", "install", "chromium"])
  }
  const browser = findBrowser()
  if (browser) return browser
  throw new PlainFailure("No Chromium could be installed: install one and set CHROMIUM_PATH to its program.")
}

/** Ubuntu's package of that name is an empty shell around a snap. */
function isDebian() {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"))
}

function run(command: string, args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", env })
  if (status !== 0) throw new PlainFailure(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr.trim()}`)
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
