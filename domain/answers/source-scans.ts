/** The number of latest finished scans that the page of a cited domain counts. Also the maximum of such filters. */
export const maxSourceScans = 26
