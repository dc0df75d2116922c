/** The logo of the product, a railway semaphore: with a raised arm, or with a level arm for empty lists and errors. */
export function Semaphore({ isClear = false, className }: { isClear?: boolean; className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={className} fill="none" stroke="currentColor" strokeWidth="1.75">
      <path d="M5 1.5v13M2.5 14.5h5" strokeLinecap="round" />
      <path d={isClear ? "M5 4.5l8.5-3" : "M5 4.5h9"} className="stroke-accent" strokeWidth="2.75" />
    </svg>
  )
}
