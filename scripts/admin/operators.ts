/** `npm run admin -- operators`: lists, adds and removes the operators of this installation. */
import type { Command } from "commander"
import { addOperator, listOperators, removeOperator } from "@/domain/installation/operators"
import { operatorAddresses } from "@/domain/kernel/policies"
import { type Choose, commandLine } from "./command"
import { printRows } from "./output"

export function operatorCommands(program: Command, choose: Choose) {
  const operators = program.command("operators").description("List operators; give and take the role.")
  operators
    .command("list")
    .description("List the accounts that are operators now.")
    .action(() => choose(list))
  operators
    .command("add <email>")
    .description("Make an account an operator.")
    .option("--unproven", "also if its address is not proven: you know that the account is the right person's")
    .action((email, { unproven }) => choose(() => add(email, unproven === true)))
  operators
    .command("remove <email>")
    .description("Take the role away that `add` gave.")
    .action((email) => choose(() => remove(email)))
}

async function list(options: { json?: boolean }) {
  const found = await listOperators()
  const rows = found.map(({ email, name, is_by_command, is_named }) => ({
    email,
    name,
    by_command: is_by_command,
    by_SIGNALBOX_OPERATORS: is_named,
  }))
  printRows(rows, "No account is an operator.", options)
  const missing = operatorAddresses().filter((address) => !found.some(({ email }) => email === address))
  if (missing.length > 0 && !options.json)
    console.log(`\nIn SIGNALBOX_OPERATORS, but without an account whose address is proven: ${missing.join(", ")}`)
}

async function add(email: string, isUnprovenAccepted: boolean) {
  await addOperator(commandLine, email, isUnprovenAccepted)
  console.log(`${email} is an operator. The page is at /operator.`)
}

async function remove(email: string) {
  await removeOperator(commandLine, email)
  const isNamed = operatorAddresses().includes(email.trim().toLowerCase())
  console.log(
    isNamed ? `${email} stays an operator as long as SIGNALBOX_OPERATORS names it.` : `${email} is no operator.`,
  )
}
