/** A bar that starts in the middle. A fall extends to the left, a rise to the right. Hidden on phones. */
export function ChangeBar({ change, widest }: { change: number; widest: number }) {
  const width = widest === 0 ? 0 : (Math.abs(change) / widest) * 50
  return (
    <span aria-hidden className="relative block h-4 max-sm:hidden">
      <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />
      <span
        className="absolute top-1 h-2 bg-accent/60"
        style={{ width: `${width}%`, [change < 0 ? "right" : "left"]: "50%" }}
      />
    </span>
  )
}
