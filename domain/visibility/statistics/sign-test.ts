/**
 * Sign test with mid-p: tests whether as many cells went up as down. With one run per cell this is McNemar's test
 * (Fagerland et al., BMC Med. Res. Methodol. 13 (2013), 91).
 */

/**
 * Returns the two-sided p when up and down are equally likely: the probability of a more uneven split plus half the
 * probability of the observed split. 1 when no cell changed.
 */
export function signTest(up: number, down: number): number {
  const moved = up + down
  const fewer = Math.min(up, down)
  if (up === down) return 1
  let chance = 0.5 ** moved
  let tail = 0
  for (let k = 0; k < fewer; k++) {
    tail += chance
    chance *= (moved - k) / (k + 1)
  }
  return 2 * tail + chance
}
