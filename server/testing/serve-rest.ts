/** REST on a real node:http server, mounted as the product's own server mounts it, with next to nothing behind it. */
import type { AddressInfo } from "node:net"
import { frontServer } from "@/server/front-server"

export const pagesAnswer = "<html>Next</html>"

export async function serveRest() {
  const server = frontServer(
    (_, response) => response.writeHead(404, { "content-length": pagesAnswer.length }).end(pagesAnswer),
    "front",
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, port, close }
}
