/** A TCP proxy between the product and Postgres. A test can cut its connections, silence them and open it again. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export class DatabaseProxy {
  readonly #server = createServer((socket) => this.#forward(socket))
  readonly #sockets = new Set<Socket>()
  #target = 0
  #isSilent = false
  port = 0

  /** Starts forwarding to a Postgres at port `target`. Returns the proxy's port. */
  async open(target: number) {
    this.#target = target
    this.#isSilent = false
    this.#server.listen(this.port, "127.0.0.1")
    await once(this.#server, "listening")
    this.port = (this.#server.address() as AddressInfo).port
    return this.port
  }

  /** Breaks every connection and refuses new ones. */
  async cut() {
    if (!this.#server.listening) return
    const closed = once(this.#server, "close")
    this.#server.close()
    this.#closeSockets()
    await closed
  }

  /** Accepts connections but forwards nothing, as if the database server had lost power. */
  silence() {
    this.#isSilent = true
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  #closeSockets() {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #forward(socket: Socket) {
    this.#track(socket)
    if (this.#isSilent) return
    const upstream = this.#track(connect(this.#target, "127.0.0.1"))
    socket.pipe(upstream).pipe(socket)
    socket.on("close", () => upstream.destroy())
    upstream.on("close", () => socket.destroy())
  }

  #track(socket: Socket) {
    this.#sockets.add(socket)
    return socket.on("error", () => {}).on("close", () => this.#sockets.delete(socket))
  }
}
