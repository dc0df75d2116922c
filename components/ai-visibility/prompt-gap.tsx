/** Marks a prompt as a gap: a competitor is clearly ahead of your brand. */
import { Lamp } from "@/components/ui/lamp"

export const PromptGap = () => (
  <span
    title="A competitor is clearly ahead of your brand"
    className="inline-flex items-center gap-1.5 rounded-full bg-caution-wash px-2 py-0.5 font-strong text-small text-text"
  >
    <Lamp state="caution" />
    gap
  </span>
)
