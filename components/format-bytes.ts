/** Formats a number of bytes, such as 480 B or 12.3 kB. */
export const formatBytes = (bytes: number) => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`)
