/** The product's name and mark. */
import { Semaphore } from "./semaphore"

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-strong text-head">
      <Semaphore isClear className="size-4" />
      Signalbox
    </span>
  )
}
