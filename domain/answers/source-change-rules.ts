/**
 * The rules for new and lost sources, which the lists of changes and the signals share. Several scans must agree,
 * because sources vary by chance from scan to scan.
 */

/** The numbers of scans that are compared: the last ones, and those before them. */
export type ScanCounts = { last: number; before: number }

/** New: cited in at least `minScansWithCitation` of the last scans, and in none of those before. */
export const newSourceRule = { last: 3, before: 3, minScansWithCitation: 2 }

/** Lost: cited by at least `minAnswers` answers in each of the scans before, and by none in the last ones. */
export const lostSourceRule = { last: 2, before: 3, minAnswers: 3 }
