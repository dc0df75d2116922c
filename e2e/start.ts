/** Provides the browser tests with the demo team's address, login, API key and ids. */
import { readFileSync } from "node:fs"

export type Demo = {
  base_url: string
  email: string
  password: string
  team_id: string
  team_slug: string
  api_key: string
  client_id: string
  report_id: string
  project_id: string
  /** The database of the test server, as its owner. */
  database_url: string
}

/** The fields of <data-dir>/demo.json of an installation, and the database. */
export function demo(): Demo {
  return JSON.parse(readFileSync(process.env["E2E_DEMO_FILE"] ?? "", "utf8"))
}
