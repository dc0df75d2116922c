/** Formats counts with thousands separators. */

/** Formats 1024 as "1,024". */
export const count = (n: number) => n.toLocaleString("en")

/** Returns "1 answer" or "1,024 answers". */
export const pluralize = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`
