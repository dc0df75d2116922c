/** `npm run admin -- operators`: lists, adds and removes the operators of this installation. */
import type { Command } from "commander"
import { addOperator, listOperators, removeOperator } from "@/domain/installation/operators"
import { Problem } from "@/domain/kernel/errors"
import { operatorAddresses } from "@/domain/kernel/policies"
import { UserError } from "../user-error"
import { commandLineOperator, type SelectCommand } from "./command"
import { type OutputOptions, printResult, printRows } from "./output"

export function addOperatorCommands(program: Command, select: SelectCommand) {
  const operators = program.command("operators").description("List, add and remove operators.")
  operators
    .command("list")
    .description("List the accounts that are operators.")
    .action(() => select(list))
  operators
    .command("add <email>")
    .description("Make an account an operator.")
    .option(
      "--unproven",
      "accept an email address that is not confirmed; make sure that the account belongs to the right person",
    )
    .action((email, { unproven }) => select((options) => add(email, unproven === true, options)))
  operators
    .command("remove <email>")
    .description("Remove the operator role that `add` granted.")
    .action((email) => select((options) => remove(email, options)))
}

async function list(options: OutputOptions) {
  const operators = await listOperators()
  const rows = operators.map(({ email, name, is_by_command, is_by_setting }) => ({
    email,
    name,
    by_command: is_by_command,
    by_SIGNALBOX_OPERATORS: is_by_setting,
  }))
  printRows(rows, "No account is an operator. Add one with: npm run admin -- operators add <email>", options)
  const missing = operatorAddresses().filter((address) => !operators.some(({ email }) => email === address))
  if (missing.length > 0 && !options.json)
    console.log(
      `\nSIGNALBOX_OPERATORS also lists these addresses, which no account has confirmed: ${missing.join(", ")}`,
    )
}

async function add(email: string, acceptsUnproven: boolean, options: OutputOptions) {
  await addOperator(commandLineOperator, email, acceptsUnproven).catch((error) => {
    if (!(error instanceof Problem) || error.code !== "state_conflict") throw error
    throw new UserError(`${error.message} If you know that the account is theirs, add --unproven.`)
  })
  printResult({ email }, `${email} is now an operator. The operators' page is at /operator.`, options)
}

async function remove(email: string, options: OutputOptions) {
  await removeOperator(commandLineOperator, email)
  const isInSetting = operatorAddresses().includes(email.trim().toLowerCase())
  const sentence = isInSetting
    ? `${email} stays an operator while SIGNALBOX_OPERATORS lists the address. Remove it there and restart.`
    : `${email} is no longer an operator.`
  printResult({ email, is_operator: isInSetting }, sentence, options)
}
