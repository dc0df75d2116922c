/** Generates pseudo-random numbers, which are the same for the same seed on every machine. */

/**
 * Returns a generator of numbers in [0, 1): sfc32 (C. Doty-Humphrey, PractRand), seeded by FNV-1a of `seed`. The first
 * 16 numbers are discarded.
 */
export function seededRandom(seed: string): () => number {
  let [a, b, c, counter] = [fnv1a(seed, 0x811c9dc5), fnv1a(seed, 0x9e3779b9), fnv1a(seed, 0x85ebca6b), 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let i = 0; i < 16; i++) next()
  return next
}

/** FNV-1a of the UTF-16 code units, with `start` as the offset basis. */
function fnv1a(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}
