/** The way out through a proxy (WEBHOOK_EGRESS_PROXY): a CONNECT to an address that was checked here, never to a name. */
import { isIPv6, type Socket } from "node:net"
import { buildConnector, Client } from "undici"
import { dependencyAnswers } from "../log"
import { withoutBrackets } from "../webhooks/loopback"
import { DeliveryFault } from "./delivery-errors"

/** The proxy itself failed. That says nothing about the receiver. */
export class EgressProxyAway extends Error {}

/** Undefined when deliveries go out directly. What is not the URL of a proxy throws: nothing goes out past it then. */
export function egressProxy(written = process.env["WEBHOOK_EGRESS_PROXY"]): URL | undefined {
  if (!written) return undefined
  const url = URL.parse(written)
  const isProxy = url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash
  if (!isProxy) throw new Error("WEBHOOK_EGRESS_PROXY is not the URL of a proxy, such as http://proxy.internal:4750")
  return url
}

/** A socket to the first of the addresses that the proxy reaches, and which it was. What fails at the proxy itself is our own fault. */
export async function tunnel(proxy: URL, addresses: string[], port: number, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs)
  let refused: unknown
  for (const address of addresses) {
    const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
    try {
      return { socket: await through(proxy, target, signal), address }
    } catch (fault) {
      if (!(fault instanceof DeliveryFault) || signal.aborted) throw fault
      refused = fault
    }
  }
  throw refused
}

async function through(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
  const toProxy = await dial(proxy)
  // undici waits for ever for an answer that came before it waited.
  const connect: buildConnector.connector = (_, answer) => queueMicrotask(() => answer(null, toProxy))
  const client = new Client(proxy.origin, { connect })
  try {
    const headers = { host: target, ...authorization(proxy) }
    const { statusCode } = await client.connect({ path: target, headers, signal })
    dependencyAnswers("The egress proxy")
    if (statusCode >= 200 && statusCode < 300) return toProxy
    throw ofRefusal(statusCode)
  } catch (error) {
    toProxy.destroy()
    // Most likely it waits for the receiver's machine, as we would.
    if (signal.aborted) throw new DeliveryFault("timeout_connect")
    throw error instanceof DeliveryFault ? error : new EgressProxyAway("the egress proxy failed", { cause: error })
  }
}

const proxyTimeoutMs = 2_000
const open = buildConnector({ timeout: proxyTimeoutMs })

function dial(proxy: URL): Promise<Socket> {
  const { host, protocol } = proxy
  const port = proxy.port || (protocol === "https:" ? "443" : "80")
  return new Promise((resolve, reject) => {
    open({ hostname: withoutBrackets(proxy.hostname), host, protocol, port }, (cause, socket) => {
      if (cause) return reject(new EgressProxyAway("the egress proxy cannot be reached", { cause }))
      // It listens for ever: an error that nobody listens for would end the process.
      resolve(socket.on("error", () => {}))
    })
  })
}

/** What a proxy says of the way beyond it (5xx, 403) is the receiver's; everything else is between the proxy and us. */
function ofRefusal(status: number) {
  if (status === 504) return new DeliveryFault("timeout_connect")
  const isOfTheWay = status >= 500 || status === 403
  return isOfTheWay ? new DeliveryFault("network_unreachable") : new Error(`the egress proxy answered ${status}`)
}

function authorization({ username, password }: URL) {
  if (!username) return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }
}
