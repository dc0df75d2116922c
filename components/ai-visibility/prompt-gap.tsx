/** Marks a prompt as a gap: a competitor is clearly ahead of your brand. */
import { Badge } from "@/components/ui/badge"

export const PromptGap = () => (
  <Badge state="caution" title="A competitor is clearly ahead of your brand">
    gap
  </Badge>
)
