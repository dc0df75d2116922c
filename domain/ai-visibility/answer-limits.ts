/** How long an answer and the addresses that it cites may be. */

/** In UTF-16 code units. The longest of 408 real answers has 11,434. */
export const maxAnswerCharacters = 100_000
/** Longer addresses are refused by most web servers. */
export const maxUrlCharacters = 8_192
