/** Errors of a file that cannot be imported. The message says what to change. */

/** `day` is null when the line's date cannot be read. */
export type LineError = { line: number; detail: string; day: string | null }

export class ImportError extends Error {
  override name = "ImportError"
}

/** Thrown when the file does not name its account, and the account is not known from an earlier import. */
export class MissingAccountError extends ImportError {}

/** Thrown when lines of the file cannot be read. Nothing was stored. */
export class UnreadableLinesError extends ImportError {
  /** `errors` contains the first errors, `total` counts all of them. */
  constructor(
    readonly errors: LineError[],
    readonly total: number,
    advice: string,
  ) {
    const shown = errors.slice(0, shownErrors).map(({ line, detail }) => `\n  line ${line}: ${detail}`)
    const more = total > shownErrors ? `\n  and ${(total - shownErrors).toLocaleString("en")} more` : ""
    const count = total === 1 ? "1 line cannot" : `${total.toLocaleString("en")} lines cannot`
    super(`Nothing was imported, because ${count} be read.${shown.join("")}${more}\n${advice}`)
  }
}

const shownErrors = 20
