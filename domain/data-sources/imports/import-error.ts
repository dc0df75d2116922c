/**
 * Errors of a file that cannot be imported. The message says what is wrong with the file. The command line and the
 * upload page both show it, so it names no option of the command and no field of the page. Each of them adds how to
 * resolve the error: `scripts/import/option-advice.ts` and `uploads/process-upload.ts`.
 */
import { z } from "zod"

/** `day` is null when the line's date cannot be read. */
export type LineError = { line: number; detail: string; day: string | null }

const range = { from: z.iso.date(), to: z.iso.date() }
/** A range, and the number of affected days in it. */
const affectedDays = { ...range, days: z.int() }

/** A choice that the user must make before the file can be imported. */
export const importQuestion = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("account") }),
  /** No column contains a date, or no column contains a metric. */
  z.object({ kind: z.literal("columns") }),
  /** `first` and `last` are dates as the file writes them. `dmy` and `mdy` are the days that each order reads. */
  z.object({
    kind: z.literal("dates"),
    first: z.string(),
    last: z.string(),
    dmy: z.object(range),
    mdy: z.object(range),
  }),
  /** `text` means `point` if the file has decimal points, and `comma` if it has decimal commas. */
  z.object({ kind: z.literal("decimals"), text: z.string(), line: z.int(), point: z.string(), comma: z.string() }),
  /** The import would change stored days. They came from `place`: another file, or "the connected account". */
  z.object({ kind: z.literal("replace"), account: z.string(), place: z.string(), ...affectedDays }),
  /** The account `other` already has the same values. */
  z.object({
    kind: z.literal("same_values"),
    account: z.string(),
    other: z.string(),
    is_connected: z.boolean(),
    ...affectedDays,
  }),
])
export type ImportQuestion = z.infer<typeof importQuestion>

export class ImportError extends Error {
  override name = "ImportError"

  /** `question` is set when a choice of the user resolves the error. */
  constructor(
    message: string,
    readonly question?: ImportQuestion,
  ) {
    super(message)
  }
}

/** Thrown when no column has the name of a metric. Then the user must choose the metric of the values. */
export class UnknownMetricError extends ImportError {
  constructor(message: string) {
    super(message, { kind: "columns" })
  }
}

/** Thrown when lines of the file cannot be read. Nothing was stored. */
export class UnreadableLinesError extends ImportError {
  /**
   * `errors` contains the first errors, `total` counts all of them. `canBePartial`: the days without errors can be
   * imported.
   */
  constructor(
    readonly errors: LineError[],
    readonly total: number,
    readonly canBePartial: boolean,
  ) {
    const details = errors.slice(0, shownErrors).map(({ line, detail }) => `\n  line ${line}: ${detail}`)
    const more = total > shownErrors ? `\n  and ${(total - shownErrors).toLocaleString("en")} more` : ""
    const count = total === 1 ? "1 line cannot" : `${total.toLocaleString("en")} lines cannot`
    super(
      `Nothing was imported, because ${count} be read.${details.join("")}${more}${canBePartial ? "" : unknownDayNote}`,
    )
  }
}

const shownErrors = 20
const unknownDayNote =
  "\nA line without a readable date may belong to any day, so no day is known to be complete. Correct these lines."
