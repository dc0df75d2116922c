/** Knows the currencies of ISO 4217. */

/** Codes of no currency (XXX) and for tests (XTS) are not currencies. */
export const isCurrency = (code: string) => codes.has(code)

const codes = new Set(Intl.supportedValuesOf("currency").filter((code) => code !== "XXX" && code !== "XTS"))
