/** The background color of a brand's cell in a table. The larger the share, from 0 to 1, the stronger the color. */
export const brandTint = (isOwn: boolean, share: number) =>
  `color-mix(in oklab, var(--color-${isOwn ? "accent" : "edge"}) ${Math.round(share * maxTint)}%, transparent)`

/** The strength of the color at a share of 1, in percent. */
const maxTint = 36
