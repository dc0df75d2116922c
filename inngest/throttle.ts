/**
 * Throttles `act`. The first call runs it at once. Calls within the next `intervalMs` run it once more, when that time is
 * over.
 */
export function throttle(act: () => void, intervalMs: number) {
  let isWaiting = false
  let isCalled = false
  const onIntervalEnd = () => {
    isWaiting = false
    if (isCalled) now()
  }
  const now = () => {
    isCalled = false
    isWaiting = true
    setTimeout(onIntervalEnd, intervalMs)
    act()
  }
  return () => {
    isCalled = true
    if (!isWaiting) now()
  }
}
