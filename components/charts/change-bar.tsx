/**
 * A bar in a row of a grid. It starts in the middle: a fall extends to the left, a rise to the right. On phones, it is
 * below the row and as wide.
 */
export function ChangeBar({ change, widest }: { change: number; widest: number }) {
  const width = widest === 0 ? 0 : (Math.abs(change) / widest) * 50
  return (
    <span aria-hidden className="relative block h-4 max-sm:order-last max-sm:col-span-full">
      <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />
      <span
        className="absolute top-1 h-2 bg-accent/60"
        style={{ width: `${width}%`, [change < 0 ? "right" : "left"]: "50%" }}
      />
    </span>
  )
}
