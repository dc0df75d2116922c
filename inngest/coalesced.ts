/**
 * Throttles `act`. The first call runs it at once. Calls within the next `spanMs` run it once more, when that time is
 * over.
 */
export function coalesced(act: () => void, spanMs = 50) {
  let isWaiting = false
  let isCalled = false
  const later = () => {
    isWaiting = false
    if (isCalled) now()
  }
  const now = () => {
    isCalled = false
    isWaiting = true
    setTimeout(later, spanMs)
    act()
  }
  return () => {
    isCalled = true
    if (!isWaiting) now()
  }
}
