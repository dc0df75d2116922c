/** Asks on the terminal for the account of a file that does not name it. */
import { createInterface } from "node:readline/promises"
import { MissingAccountError } from "@/domain/data-sources/import-error"

/** Runs the import. If the account is missing and a person is at the terminal, asks for it and runs the import again. */
export async function withAccount<T>(run: (account?: string) => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof MissingAccountError) || !process.stdin.isTTY) throw error
    console.error(error.message)
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    const account = (await terminal.question("Account: ").finally(() => terminal.close())).trim()
    if (!account) throw error
    return run(account)
  }
}
