/** Limits the reads of cited sources: their scans and prompts. */

/** The number of latest finished scans that the page of a cited domain counts. Also the maximum of such filters. */
export const maxSourceScans = 26
/** The maximum number of prompts that `getSource` returns. */
export const maxSourcePrompts = 50
