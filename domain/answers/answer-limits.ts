/** Limits on the length of an answer, the length of the addresses it cites, and the number of its sources. */

/** In UTF-16 code units. The longest of 408 real answers has 11,434. */
export const maxAnswerCharacters = 100_000
/** In characters. Most web servers refuse longer addresses. */
export const maxUrlCharacters = 8_192
/** Sources per answer. The maximum among 408 real answers is 17. */
export const maxSources = 1_000
