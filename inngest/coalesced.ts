/** The first call acts at once; those of the next 50 ms together act once, at their end. */
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
