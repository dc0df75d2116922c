/** Formats a number of bytes, such as 480 B, 12.3 kB or 1.2 GB. */
export function formatBytes(bytes: number) {
  // From 999.95 kB, which rounds to 1000.0 kB, the unit is MB.
  const unit = units.find(({ size }) => bytes >= size * 0.99995)
  return unit ? `${(bytes / unit.size).toFixed(1)} ${unit.name}` : `${bytes} B`
}

const units = [
  { size: 1e9, name: "GB" },
  { size: 1e6, name: "MB" },
  { size: 1e3, name: "kB" },
]
