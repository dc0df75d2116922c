/** How much a figure of the sample data strays: around 1, never more than one and a half times `spread` away. */
export type Random = () => number

export const noise = (random: Random, spread: number) => 1 + spread * (random() + random() + random() - 1.5)
