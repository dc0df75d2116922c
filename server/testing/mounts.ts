/**
 * The two ways in which REST is served, with the same interface for tests: by the front server, and by Next's route.
 */
import * as nextRoute from "@/app/api/v1/[...path]/route"
import { serveRest } from "./serve-rest"

export type RequestOptions = { method?: string; key?: string; headers?: Record<string, string> }
/** `path` is relative to /api/v1. */
export type SendRequest = (path: string, options?: RequestOptions) => Promise<Response>
export type Mount = { name: string; open(): Promise<{ send: SendRequest; close(): Promise<void> }> }

const headersOf = ({ key, headers }: RequestOptions) => ({
  ...(key && { authorization: `Bearer ${key}` }),
  "accept-encoding": "identity",
  ...headers,
})

export const mounts: Mount[] = [
  {
    name: "in front of Next",
    async open() {
      const { url, close } = await serveRest()
      const send: SendRequest = (path, { method = "GET", ...options } = {}) =>
        fetch(`${url}/api/v1${path}`, { method, headers: headersOf(options) })
      return { send, close }
    },
  },
  {
    name: "as Next's route",
    async open() {
      const send: SendRequest = (path, { method = "GET", ...options } = {}) => {
        const handle = (nextRoute as unknown as Record<string, (request: Request) => Promise<Response>>)[method]
        if (!handle) throw new Error(`the route exports no ${method}`)
        return handle(new Request(`http://localhost:3000/api/v1${path}`, { method, headers: headersOf(options) }))
      }
      return { send, close: async () => {} }
    },
  },
]
