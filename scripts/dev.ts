/** `npm run dev`: the same as `npm start`, with hot reload and without a build. */
import { start } from "./start"

export const run = (args: string[]) => start(args, { isDev: true })
