/** Makes what an image must hold besides sources and packages: Prisma's client and the built pages. */
import { generateClient } from "./generated-client"
import { buildIfStale } from "./start/build"

export async function run() {
  await generateClient()
  await buildIfStale()
}
