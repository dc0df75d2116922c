/** Serves REST on a real node:http server, mounted as in the product, with a minimal page handler behind it. */
import type { RequestListener, ServerOptions } from "node:http"
import type { AddressInfo } from "node:net"
import { createFrontServer } from "../front-server"

export const pagesAnswer = "<html>Next</html>"

/** `pages` handles everything but REST. `options` are those of node:http. */
export async function serveRest({ pages = answerPage, options = {} }: Serving = {}) {
  const server = createFrontServer(pages, "front", options)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { server, url: `http://127.0.0.1:${port}`, port, close }
}

type Serving = { pages?: RequestListener; options?: ServerOptions }

const answerPage: RequestListener = (_, response) =>
  response.writeHead(404, { "content-length": pagesAnswer.length }).end(pagesAnswer)
