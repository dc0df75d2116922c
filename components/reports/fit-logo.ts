/** Computes the size in which pages show a logo. */

const maxWidth = 200
const maxHeight = 40

/** The largest size with the logo's proportions that is neither above these limits nor above the logo's own size. */
export function fitLogo({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
