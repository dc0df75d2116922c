/** Separates the reasoning of a model from its answer. */

/** Removes `<think>…</think>` at the start of a text, where some models write their reasoning before the answer. */
export const withoutReasoning = (text: string) => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, "")
