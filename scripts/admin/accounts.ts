/** `npm run admin -- accounts`: helps people who cannot sign in. */
import type { Command } from "commander"
import { resetPassword } from "@/domain/installation/reset-password"
import { type Choose, commandLineOperator } from "./command"

export function accountCommands(program: Command, choose: Choose) {
  const accounts = program.command("accounts").description("Set a new password for an account.")
  accounts
    .command("reset-password <email>")
    .description("Set a new, random password and print it once. Ends all sessions of the account.")
    .action((email) => choose((options) => reset(email, options)))
}

async function reset(email: string, { json }: { json?: boolean }) {
  const password = await resetPassword(commandLineOperator, email)
  if (json) return console.log(JSON.stringify({ email, password }, null, 2))
  console.log(`The new password of ${email}: ${password}

It is not shown again. Make sure that it reaches the right person, who then changes it under Account.
All sessions of the account have ended, and its apps are disconnected.`)
}
