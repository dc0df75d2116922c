/**
 * Connects through an egress proxy (WEBHOOK_EGRESS_PROXY). Sends CONNECT with an address that was checked here, never
 * with a name.
 */
import { isIPv6, type Socket } from "node:net"
import { buildConnector, Client } from "undici"
import { reportAvailable } from "@/domain/kernel/log"
import { withoutBrackets } from "./loopback"
import { RequestError } from "./request-errors"

/** An error of the proxy. The receiver did not cause it. */
export class EgressProxyError extends Error {
  override name = "EgressProxyError"
}

/**
 * Returns undefined when no proxy is set. Throws if the value is not the URL of a proxy, so that no request bypasses
 * the proxy.
 */
export function egressProxy(): URL | undefined {
  const setting = process.env["WEBHOOK_EGRESS_PROXY"]
  if (!setting) return undefined
  const url = URL.parse(setting)
  const isProxy = url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash
  if (!isProxy) throw new Error("WEBHOOK_EGRESS_PROXY is not the URL of a proxy, such as http://proxy.internal:4750")
  return url
}

/**
 * Opens a socket to the first address that the proxy can reach, and returns both. An error of the proxy counts as an
 * error on our side.
 */
export async function tunnel(proxy: URL, addresses: string[], port: number, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs)
  let lastError: unknown
  for (const address of addresses) {
    const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
    try {
      return { socket: await connectThrough(proxy, target, signal), address }
    } catch (error) {
      if (!(error instanceof RequestError) || signal.aborted) throw error
      lastError = error
    }
  }
  throw lastError
}

async function connectThrough(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
  const proxySocket = await dial(proxy)
  // undici waits forever if the callback runs before `connect` returns.
  const connect: buildConnector.connector = (_, callback) => queueMicrotask(() => callback(null, proxySocket))
  const client = new Client(proxy.origin, { connect })
  try {
    const headers = { host: target, ...authorization(proxy) }
    const { statusCode } = await client.connect({ path: target, headers, signal })
    reportAvailable("The egress proxy")
    if (statusCode >= 200 && statusCode < 300) return proxySocket
    throw refusalError(statusCode)
  } catch (error) {
    proxySocket.destroy()
    // On a timeout the proxy is most likely still waiting for the receiver, just as a direct connection would.
    if (signal.aborted) throw new RequestError("timeout_connect")
    throw error instanceof RequestError ? error : new EgressProxyError("the egress proxy failed", { cause: error })
  }
}

const proxyTimeoutMs = 2_000
const connectToProxy = buildConnector({ timeout: proxyTimeoutMs })

function dial(proxy: URL): Promise<Socket> {
  const { host, protocol } = proxy
  const port = proxy.port || (protocol === "https:" ? "443" : "80")
  return new Promise((resolve, reject) => {
    connectToProxy({ hostname: withoutBrackets(proxy.hostname), host, protocol, port }, (cause, socket) => {
      if (cause) return reject(new EgressProxyError("the egress proxy cannot be reached", { cause }))
      // This listener is never removed: an `error` event without a listener would end the process.
      resolve(socket.on("error", () => {}))
    })
  })
}

/**
 * With status 5xx or 403, the proxy cannot or may not reach the receiver. Other statuses mean that the proxy is set up
 * wrongly.
 */
function refusalError(status: number) {
  if (status === 504) return new RequestError("timeout_connect")
  const isReceiverUnreachable = status >= 500 || status === 403
  return isReceiverUnreachable
    ? new RequestError("network_unreachable")
    : new Error(`the egress proxy responded with ${status}`)
}

function authorization({ username, password }: URL) {
  if (!username) return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }
}
