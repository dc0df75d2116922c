/** How long an answer and the addresses that it cites may be, and how many it may cite. */

/** In UTF-16 code units. The longest of 408 real answers has 11,434. */
export const maxAnswerCharacters = 100_000
/** Longer addresses are refused by most web servers. */
export const maxUrlCharacters = 8_192
/** Sources of one answer. The most of 408 real answers are 17. */
export const maxSources = 1_000
