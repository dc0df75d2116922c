/** Parses lists from text boxes, one entry per line. */

export const linesOf = (text: string | undefined) =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

/** Splits sites at spaces, commas and semicolons too, because sites contain none of them. */
export const sitesOf = (text: string | undefined) => (text ?? "").split(/[\s,;]+/).filter(Boolean)
