/** The sign test by mid-p: are as many cells up as down? With one run a cell it is McNemar's test (Fagerland et al., BMC Med. Res. Methodol. 13 (2013), 91). */

/** Two-sided p when up and down are equally likely: the chance of a more uneven split, and half that of this one; 1 when nothing moved. */
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
