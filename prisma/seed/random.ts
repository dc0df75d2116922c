/** Random noise for the sample data. */

/** Returns a number from 0 to 1. */
export type Random = () => number

/** A factor around 1, at most 1.5 × `spread` away from it. */
export const noise = (random: Random, spread: number) => 1 + spread * (random() + random() + random() - 1.5)
