/** Lists in text boxes: one entry a line. */

export const linesOf = (text: string | undefined) =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

/** Sites hold neither spaces nor commas, so those part them too. */
export const sitesOf = (text: string | undefined) => (text ?? "").split(/[\s,;]+/).filter(Boolean)
