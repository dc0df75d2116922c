/** Formats counts with thousands separators. */

/** 1,024 */
export const count = (n: number) => n.toLocaleString("en")

/** "1 answer", "1,024 answers" */
export const pluralize = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`
