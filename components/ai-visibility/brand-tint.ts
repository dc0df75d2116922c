/** The background color of a brand's cell. `strength` is from 0 to 100. */
export const brandTint = (isOwn: boolean, strength: number) =>
  `color-mix(in oklab, var(--color-${isOwn ? "accent" : "edge"}) ${Math.round(strength)}%, transparent)`
