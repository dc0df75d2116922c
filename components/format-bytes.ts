/** Formats a number of bytes, such as 480 B, 12.3 kB or 1.2 GB. */
export function formatBytes(bytes: number) {
  const unit = units.find(({ size }) => bytes >= size)
  return unit ? `${(bytes / unit.size).toFixed(1)} ${unit.name}` : `${bytes} B`
}

const units = [
  { size: 1e9, name: "GB" },
  { size: 1e6, name: "MB" },
  { size: 1e3, name: "kB" },
]
