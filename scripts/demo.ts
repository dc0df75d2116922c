/** `npm run demo:signal`, `npm run demo:scan`: publish an event in the installation's database, as the real trigger would. */
import { publishDemo } from "./demo/publish-demo"
import { withDatabase } from "./with-database"

export const run = (args: string[]) => withDatabase(`npm run demo:${args[0]}`, args, publishDemo)
