/** Prose that loads its Markdown parser only where there is a text. The server renders it at once. */
import dynamic from "next/dynamic"

export const Prose = dynamic(async () => (await import("./prose")).Prose)
