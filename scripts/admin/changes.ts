/** `npm run admin -- changes`: lists the changes that operators made, newest first. */
import type { Command } from "commander"
import { recentChanges } from "@/domain/installation/operators"
import type { SelectCommand } from "./command"
import { formatMinute, printRows } from "./output"

export function addChangesCommand(program: Command, select: SelectCommand) {
  program
    .command("changes")
    .description("List the last 100 changes that operators made, newest first.")
    .action(() =>
      select(async (options) => {
        const rows = (await recentChanges()).map(({ created_at, before, after, ...change }) => ({
          at: formatMinute(created_at),
          ...change,
          before: before === null ? null : JSON.stringify(before),
          after: after === null ? null : JSON.stringify(after),
        }))
        printRows(rows, "Operators have made no changes yet.", options)
      }),
    )
}
