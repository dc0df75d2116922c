/** Values of scans and their metrics that both the API and the event `scan.completed` return. */

export const scanTriggers = ["schedule", "manual", "api", "import"] as const

/** Which prompts the metrics cover: those without the name of your brand, those with it, or all. */
export const promptScopes = ["unbranded", "branded", "all"] as const
export type PromptScope = (typeof promptScopes)[number]

/**
 * Whether a metric of a brand changed between two periods or scans. `not_comparable`: the periods have too few prompts
 * and engines in common. `insufficient`: too few answers, or a value without an interval.
 */
export const verdicts = ["up", "down", "no_clear_change", "not_comparable", "insufficient"] as const
export type Verdict = (typeof verdicts)[number]
