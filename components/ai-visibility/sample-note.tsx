/** Says that figures are invented, wherever the sample engine has a part in them. */
import { isSample } from "./figure-words"

export function SampleNote({ engines }: { engines: string[] }) {
  if (!engines.some(isSample)) return null
  return (
    <p className="mb-6 rounded-box bg-caution-wash px-3 py-2 text-table">
      {engines.every(isSample)
        ? "Every answer here comes from the sample engine, which invents them: the figures say nothing of the world."
        : "Some answers here come from the sample engine, which invents them. Choose another engine to leave them out."}
    </p>
  )
}
