/** `npm run dev`: like `npm start`, with hot reload instead of a build. */
import { start } from "./start"

export const run = (args: string[]) => start(args, { isDev: true })
