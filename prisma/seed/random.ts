/** Random noise for the sample data: a factor around 1, at most 1.5 × `spread` away from it. */
export type Random = () => number

export const noise = (random: Random, spread: number) => 1 + spread * (random() + random() + random() - 1.5)
