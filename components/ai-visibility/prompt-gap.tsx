/** Marks a prompt as a gap: a competitor is clearly ahead of your brand. */
import { Lamp } from "@/components/ui/lamp"
import { pill } from "./verdict"

export const PromptGap = () => (
  <span
    title="A competitor is clearly ahead of your brand"
    className={`${pill} inline-flex items-center gap-1.5 bg-caution-wash font-strong text-text`}
  >
    <Lamp state="caution" />
    gap
  </span>
)
