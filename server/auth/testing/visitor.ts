/** A browser for next-auth without Next: it stores cookies and follows links. */
import type { NextApiRequest, NextApiResponse } from "next"
import NextAuth from "next-auth"
import { rememberDevice } from "@/domain/people/known-device"
import { findSession, type Session } from "@/domain/people/session"
import type { AuthCall } from "../adapter"
import { deviceCookie, devicesIn } from "../device-cookie"
import { invitationOf } from "../invitation-link"
import { authOptions } from "../options"

type JsonBody = Record<string, unknown> | undefined
type Answer = { leadsTo: string; says: JsonBody }
type Form = Record<string, string>
type Known = { person_id: string; session_id: string }

export class Visitor {
  constructor(
    readonly ip = "192.0.2.77",
    readonly jar: Record<string, string> = {},
  ) {}

  /**
   * Calls /api/auth/… as the product's route does: a GET, or with `form` a POST with a CSRF token. Returns the redirect
   * target and the response body.
   */
  async visit(path: string, form?: Form): Promise<Answer> {
    const csrfToken = form && String((await this.#call("/api/auth/csrf")).says?.["csrfToken"])
    const session = await this.session()
    const signedIn = session && (await findSession(session.session_id))
    return this.#call(path, form && { ...form, csrfToken: csrfToken ?? "" }, signedIn)
  }

  /** The person and session that next-auth sees as signed in. */
  async session(): Promise<Known | null> {
    const { says } = await this.#call("/api/auth/session")
    return says?.["person_id"] ? (says as Known) : null
  }

  async #call(path: string, body?: Form, signedIn: Session | null = null): Promise<Answer> {
    const { pathname, searchParams } = new URL(path, process.env.NEXTAUTH_URL)
    const query = { ...Object.fromEntries(searchParams), nextauth: pathname.replace("/api/auth/", "").split("/") }
    const request = { method: body ? "POST" : "GET", cookies: this.jar, headers: {}, query, body }
    const captured = this.#captureResponse()
    const invitation = invitationOf({ cookies: this.jar, query: Object.fromEntries(searchParams) })
    const devices = devicesIn(this.jar)
    const call: AuthCall = {
      origin: { ip: this.ip, userAgent: "test" },
      signedIn,
      invitation,
      devices,
      onSignIn: (person) => this.#keep(deviceCookie(rememberDevice(devices, person, new Date()))),
    }
    const options = { ...authOptions(call), secret: "test" }
    await NextAuth(request as unknown as NextApiRequest, captured.response, options)
    for (const cookie of [captured.headers.get("Set-Cookie") ?? []].flat()) this.#keep(cookie)
    return { leadsTo: String(captured.headers.get("Location") ?? ""), says: captured.says() }
  }

  #captureResponse() {
    const headers = new Map<string, string | string[]>()
    let said: JsonBody
    const response = {
      status: () => response,
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string | string[]) => headers.set(name, value),
      send: (body: JsonBody) => {
        said = body
      },
      end: () => {},
    }
    return { headers, says: () => said, response: response as unknown as NextApiResponse }
  }

  #keep(cookie: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === "" || /max-age=0/i.test(cookie)) delete this.jar[name]
    else this.jar[name] = decodeURIComponent(value)
  }
}
