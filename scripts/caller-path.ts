/** Resolves a path against the folder in which npm was called. npm runs commands in the project folder. */
import { resolve } from "node:path"

export const resolveFromCaller = (path: string) => resolve(process.env["INIT_CWD"] ?? ".", path)
