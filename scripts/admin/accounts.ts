/** `npm run admin -- accounts`: helps people who cannot sign in or change their address. */
import type { Command } from "commander"
import { changeEmailOf } from "@/domain/installation/change-email"
import { resetPassword } from "@/domain/installation/reset-password"
import { commandLineOperator, type SelectCommand } from "./command"
import { type OutputOptions, printResult } from "./output"

export function addAccountCommands(program: Command, select: SelectCommand) {
  const accounts = program.command("accounts").description("Set a new password or a new email address for an account.")
  accounts
    .command("reset-password <email>")
    .description("Set a new, random password and print it once. Ends all sessions of the account.")
    .action((email) => select((options) => reset(email, options)))
  accounts
    .command("change-email <email> <new-email>")
    .description("Change the email address. It is not confirmed. Ends all sessions of the account.")
    .action((email, newEmail) => select((options) => changeEmail(email, newEmail, options)))
}

async function reset(email: string, options: OutputOptions) {
  const password = await resetPassword(commandLineOperator, email)
  const sentence = `The new password of ${email}: ${password}

It is not shown again. Make sure that it reaches the right person, who then changes it under Account.
All sessions of the account have ended, and its apps are disconnected.`
  printResult({ email, password }, sentence, options)
}

async function changeEmail(email: string, newEmail: string, options: OutputOptions) {
  const changedEmail = await changeEmailOf(commandLineOperator, email, newEmail)
  const sentence = `The account has the address ${changedEmail} now. It is not confirmed, and its password is the same.
All sessions of the account have ended.`
  printResult({ email: changedEmail }, sentence, options)
}
