/**
 * Opens the socket to a receiver. Checks the URL and every address of the host before connecting, and the remote
 * address after.
 */
import { isIP, connect as openSocket, type Socket } from "node:net"
import { connect as openTls } from "node:tls"
import { isLoopbackAddress, isPublicAddress, isSameAddress } from "./address-policy"
import type { Deadlines } from "./deadlines"
import { isLoopbackHost, withoutBrackets } from "./loopback"
import { RequestError, type RequestErrorCode } from "./request-errors"
import type { Resolve } from "./resolve"
import { egressProxy, tunnel } from "./tunnel"
import { isUrlAllowed } from "./url-safety"

/**
 * How long each phase of the connection took, also if it failed, and the remote address. null for phases that were not
 * reached.
 */
export type Progress = {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  remoteIp: string | null
}

export const emptyProgress = (): Progress => ({ dnsMs: null, connectMs: null, tlsMs: null, remoteIp: null })

export type ConnectSettings = { resolve: Resolve; deadlines: Deadlines }

/**
 * Returns a connected socket, for https after the TLS handshake. Fills `progress`, also when it throws. Throws
 * RequestError, EgressProxyError, or an error of Node.
 */
export async function connect(url: URL, progress: Progress, { resolve, deadlines }: ConnectSettings): Promise<Socket> {
  if (!isUrlAllowed(url)) throw new RequestError("address_blocked")
  const host = withoutBrackets(url.hostname)
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80)
  // A host that is an IP address needs no DNS lookup.
  const addresses = isIP(host) ? [host] : await timePhase(progress, "dnsMs", resolve(host, deadlines.dnsMs))
  requireAllowed(host, addresses)
  // A loopback address means this machine, not the machine of the proxy.
  const proxy = isLoopbackHost(host) ? undefined : egressProxy()
  const connecting = proxy
    ? tunnel(proxy, addresses, port, deadlines.connectMs)
    : connectDirectly(host, port, addresses, deadlines.connectMs)
  const { socket, address } = await timePhase(progress, "connectMs", connecting)
  progress.remoteIp = address
  if (url.protocol === "http:") return socket
  const handshake = openTls({
    socket,
    host,
    servername: isIP(host) ? "" : host,
    ALPNProtocols: ["http/1.1"],
    ...strict,
  })
  return timePhase(progress, "tlsMs", waitForEvent(handshake, "secureConnect", deadlines.tlsMs, "timeout_tls"))
}

/** Invalid certificates are always rejected, even with NODE_TLS_REJECT_UNAUTHORIZED=0. */
const strict = { rejectUnauthorized: true }

/** Every address must be allowed. A name with both public and private addresses is a sign of an attack. */
function requireAllowed(host: string, addresses: string[]) {
  const isAllowed = isLoopbackHost(host) ? isLoopbackAddress : isPublicAddress
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw new RequestError("address_blocked")
}

async function connectDirectly(host: string, port: number, addresses: string[], timeoutMs: number) {
  const socket = await waitForEvent(open(host, port, addresses), "connect", timeoutMs, "timeout_connect")
  return { socket, address: requireOneOf(addresses, socket) }
}

/** Connects only to the addresses that were checked. The name is not resolved again. */
function open(host: string, port: number, addresses: string[]) {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  return openSocket({
    host,
    port,
    lookup: (_host, _options, callback) => callback(null, checked),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    noDelay: true,
  })
}

function requireOneOf(addresses: string[], socket: Socket) {
  const { remoteAddress } = socket
  if (remoteAddress && addresses.some((address) => isSameAddress(address, remoteAddress))) return remoteAddress
  socket.destroy()
  throw new RequestError(remoteAddress ? "address_blocked" : "connection_reset")
}

function waitForEvent<S extends Socket>(
  socket: S,
  event: string,
  timeoutMs: number,
  timeoutCode: RequestErrorCode,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(new RequestError(timeoutCode)), timeoutMs)
    // This listener is never removed: an `error` event without a listener would end the process.
    socket.on("error", fail).once(event, () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

async function timePhase<T>(progress: Progress, phase: "dnsMs" | "connectMs" | "tlsMs", work: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work
  } finally {
    progress[phase] = performance.now() - startedAt
  }
}
