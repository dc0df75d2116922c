/**
 * `npm run demo`: walks through the product in a browser, on a server with a temporary database, and records each tour.
 */
import { readdirSync, rmSync } from "node:fs"
import { Argument } from "commander"
import { runTool } from "./check/tool"
import { commandLine, parseOptions } from "./command-line"
import { buildIfStale } from "./start/build"
import { ensureBrowser } from "./test/browser"

const testFolder = "e2e/tours"
const folder = "demo-tours"
const tours = readdirSync(testFolder).flatMap((file) => file.match(/^(.+)\.test\.ts$/)?.[1] ?? [])

/** Returns the exit code: 1 when a tour failed, 2 when the command line was wrong. */
export async function run(args: string[]) {
  const command = program()
  const options = parseOptions(command, args)
  if (typeof options === "number") return options
  const selectedTours = command.args.length > 0 ? command.args : tours
  await buildIfStale()
  for (const tour of selectedTours) rmSync(`${folder}/${tour}`, { recursive: true, force: true })
  const files = selectedTours.map((tour) => `${testFolder}/${tour}.test.ts`)
  // On a machine with a display, the browser is visible.
  const hasWindow = process.platform !== "linux" || Boolean(process.env["DISPLAY"])
  const { succeeded } = await runTool(
    "playwright",
    ["test", ...files, "--workers=1", ...(hasWindow ? ["--headed"] : [])],
    {
      echo: true,
      env: { CHROMIUM_PATH: await ensureBrowser({ hasWindow }), TOUR_FOLDER: folder },
    },
  )
  if (succeeded) console.log(`\nWrote a video and pictures of ${selectedTours.join(", ")} to ${folder}.`)
  return succeeded ? 0 : 1
}

const program = () =>
  commandLine("npm run demo", {
    description:
      "Walk through the product in a browser, in four captioned tours (4 minutes), on a temporary database.\n" +
      `Each tour writes a video and a picture of every step to ${folder}. The browser is visible on a machine with a display.`,
    examples: ["npm run demo", "npm run demo -- webhook"],
  }).addArgument(new Argument("[tours...]", "the tours (default: all)").choices(tours))
