/** Rate limits that a benchmark never reaches. */
const agency = { keyRequestsPerMinute: 1e9, teamRequestsPerMinute: 1e9, concurrentRequestsPerKey: 1e6, keys: 1e6 }

/** The value of SIGNALBOX_LIMITS. */
export const limitsOfBenchmarks = JSON.stringify({ agency })
