/** The product's name and logo: a railway semaphore in the "clear" position. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-strong text-head">
      <svg aria-hidden viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth="1.75">
        <path d="M5 1.5v13M2.5 14.5h5" strokeLinecap="round" />
        <path d="M5 4.5l8.5-3" className="stroke-accent" strokeWidth="2.75" />
      </svg>
      Signalbox
    </span>
  )
}
