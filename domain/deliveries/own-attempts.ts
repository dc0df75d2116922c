/**
 * The attempts of this process, from before their claim until their result is recorded. A lease of this process without an attempt
 * here was committed by a claim whose response never arrived, for example because Postgres crashed.
 */
import { processWide } from "@/domain/kernel/process-wide"

export const ownAttempts = (): Set<string> => processWide("webhook-own-attempts", () => new Set<string>())
