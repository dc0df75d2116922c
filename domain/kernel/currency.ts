/** Checks currency codes of ISO 4217. */

/** Returns false for XXX (no currency) and XTS (for tests), which are also codes of ISO 4217. */
export const isCurrency = (code: string) => codes.has(code)

const codes = new Set(Intl.supportedValuesOf("currency").filter((code) => code !== "XXX" && code !== "XTS"))
