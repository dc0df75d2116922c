/** Errors of a file that cannot be imported. The message says what to change. */

/** `day` is null when the line's date cannot be read. */
export type LineError = { line: number; detail: string; day: string | null }

/** An inclusive range, and the number of days in it that are concerned. */
type Days = { from: string; to: string; days: number }

/** A choice that the user must make before the file can be imported. */
export type ImportQuestion =
  | { kind: "account" }
  /** No column contains a date, or no column contains a metric. */
  | { kind: "columns" }
  /** `first` and `last` are dates as the file writes them. `dmy` and `mdy` are the days that each order reads. */
  | { kind: "dates"; first: string; last: string; dmy: Omit<Days, "days">; mdy: Omit<Days, "days"> }
  /** `text` means `point` if the file has decimal points, and `comma` if it has decimal commas. */
  | { kind: "decimals"; text: string; line: number; point: string; comma: string }
  /** The import would change stored days. They came from `place`: another file, or "the connected account". */
  | ({ kind: "replace"; account: string; place: string } & Days)
  /** The account `other` already has the same values. */
  | ({ kind: "same_values"; account: string; other: string; is_connected: boolean } & Days)

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

/** Thrown when the file does not name its account, and the account is not known from an earlier import. */
export class MissingAccountError extends ImportError {
  constructor(message: string) {
    super(message, { kind: "account" })
  }
}

/** Thrown when lines of the file cannot be read. Nothing was stored. */
export class UnreadableLinesError extends ImportError {
  /** `errors` contains the first errors, `total` counts all of them. */
  constructor(
    readonly errors: LineError[],
    readonly total: number,
    advice: string,
  ) {
    const details = errors.slice(0, shownErrors).map(({ line, detail }) => `\n  line ${line}: ${detail}`)
    const more = total > shownErrors ? `\n  and ${(total - shownErrors).toLocaleString("en")} more` : ""
    const count = total === 1 ? "1 line cannot" : `${total.toLocaleString("en")} lines cannot`
    super(`Nothing was imported, because ${count} be read.${details.join("")}${more}\n${advice}`)
  }
}

const shownErrors = 20
