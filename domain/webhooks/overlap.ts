/** How long an old key or secret continues to sign after a rotation. */
import { z } from "zod"

export const overlapHours = z.int().min(0).max(168).default(24).meta({
  description: "How many hours the old one continues to sign. `0` ends it immediately, for example because it leaked.",
})
