/** Calls the REST handler inside this process, without a network connection and without limits. */
import { restFetchHandler } from "@/server/rest"
import { limitsOfBenchmarks } from "./limits"

export type Get = (path: string) => Promise<unknown>

/** Sets the limits of all teams. Call it before the first team is created. */
export function liftLimits() {
  process.env["SIGNALBOX_LIMITS"] = limitsOfBenchmarks
}

/** Returns a function that reads a path as JSON. It throws at any response other than 2xx. */
export const createGetter =
  (secret: string): Get =>
  async (path) => {
    const request = new Request(`http://localhost/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })
    const response = await restFetchHandler(request)
    const body = await response.json()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
    return body
  }
