/** The exact sign test: are as many cells up as down? With one run a cell it is McNemar's exact test (McNemar 1947). */

/** Two-sided p: the chance of a split at least as uneven when up and down are equally likely; 1 when nothing moved. */
export function signTest(up: number, down: number): number {
  const moved = up + down
  const fewer = Math.min(up, down)
  let chance = 0.5 ** moved
  let tail = 0
  for (let k = 0; k <= fewer; k++) {
    tail += chance
    chance *= (moved - k) / (k + 1)
  }
  return Math.min(1, 2 * tail)
}
