/** Stops a command whose secrets differ from those that the database was used with. */
import { secretMismatches } from "@/domain/operating/installation-secrets"
import { UserError } from "../user-error"

export async function requireRecordedSecrets() {
  const mismatches = await secretMismatches()
  if (mismatches.length === 0) return
  throw new UserError(`${mismatches.join("\n")}
If you changed them deliberately, run: npm run secrets -- accept (in a container: secrets accept). No data was changed.`)
}
