/** A proxy between the product and a Postgres that a test can cut, silence and reopen. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export class DatabaseProxy {
  readonly #server = createServer((socket) => this.#join(socket))
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
    this.#hangUp()
    await closed
  }

  /** Accepts connections but forwards nothing, as if the other end had lost power. */
  silence() {
    this.#isSilent = true
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  #hangUp() {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #join(socket: Socket) {
    this.#keep(socket)
    if (this.#isSilent) return
    const onward = this.#keep(connect(this.#target, "127.0.0.1"))
    socket.pipe(onward).pipe(socket)
    socket.on("close", () => onward.destroy())
    onward.on("close", () => socket.destroy())
  }

  #keep(socket: Socket) {
    this.#sockets.add(socket)
    return socket.on("error", () => {}).on("close", () => this.#sockets.delete(socket))
  }
}
