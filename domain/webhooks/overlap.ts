/** How long an old key or secret continues to sign after a rotation. */
import { z } from "zod"

export const overlapHours = z
  .int()
  .min(0)
  .max(168)
  .default(24)
  .meta({ description: "How long the old one signs too; 0: it was seen by others and ends at once" })
