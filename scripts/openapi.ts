/** `npm run openapi`: generates docs/openapi.json, the OpenAPI description of the REST API, from the code. */
import { writeFileSync } from "node:fs"
import { buildDocument } from "@/server/openapi"
import { commandLine, parseOptions } from "./command-line"

export const path = "docs/openapi.json"
export const text = () => `${JSON.stringify(buildDocument(), null, 2)}\n`

export async function run(args: string[]) {
  const options = parseOptions(program(), args)
  if (typeof options === "number") return options // the exit code after --help or an invalid command line
  writeFileSync(path, text())
  console.log(`Wrote ${path}, ${Object.keys(buildDocument().paths ?? {}).length} paths. Check it with: npm run check`)
}

const program = () =>
  commandLine("npm run openapi", {
    description: `Write ${path}, the OpenAPI description of the REST API, from the operations in domain/index.ts.`,
    examples: ["npm run openapi"],
  })
