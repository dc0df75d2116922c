/** `npm run openapi`: writes docs/openapi.json, the API description as the code has it. */
import { writeFileSync } from "node:fs"
import { makeDocument } from "@/server/openapi"

export const path = "docs/openapi.json"
export const text = () => `${JSON.stringify(makeDocument(), null, 2)}\n`

export async function run() {
  writeFileSync(path, text())
}
