/** How much a figure can be trusted by the number of valid answers behind it. */

export const confidences = ["insufficient", "low", "medium", "high"] as const
export type Confidence = (typeof confidences)[number]

/** Half-widths at these borders are about 0.26, 0.17 and 0.10. Below `enough` a figure is given but never ranked or tested. */
export const confidence = (n: number): Confidence =>
  n < enough ? "insufficient" : n < 30 ? "low" : n < 100 ? "medium" : "high"

export const enough = 10
