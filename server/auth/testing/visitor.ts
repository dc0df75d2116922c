/** A browser for tests that calls next-auth without Next. It stores cookies. */
import type { NextApiRequest, NextApiResponse } from "next"
import NextAuth from "next-auth"
import { rememberDevice } from "@/domain/people/known-device"
import { findSession, type Session } from "@/domain/people/session"
import type { AuthCall } from "../adapter"
import { deviceCookie, devicesIn } from "../device-cookie"
import { invitationOf } from "../invitation-link"
import { authOptions } from "../options"

type JsonBody = Record<string, unknown> | undefined
type VisitorResponse = { redirectTarget: string; body: JsonBody }
type Form = Record<string, string>
type SignedIn = { person_id: string; session_id: string }

export class Visitor {
  constructor(
    readonly ip = "192.0.2.77",
    readonly cookies: Record<string, string> = {},
  ) {}

  /**
   * Calls /api/auth/… as the product's route does: a GET, or with `form` a POST with a CSRF token. Returns the redirect
   * target and the response body.
   */
  async visit(path: string, form?: Form): Promise<VisitorResponse> {
    const csrfToken = form && String((await this.#call("/api/auth/csrf")).body?.["csrfToken"])
    const session = await this.session()
    const signedIn = session && (await findSession(session.session_id))
    return this.#call(path, form && { ...form, csrfToken: csrfToken ?? "" }, signedIn)
  }

  /** The person and session that next-auth sees as signed in. */
  async session(): Promise<SignedIn | null> {
    const { body } = await this.#call("/api/auth/session")
    return body?.["person_id"] ? (body as SignedIn) : null
  }

  async #call(path: string, body?: Form, signedIn: Session | null = null): Promise<VisitorResponse> {
    const { pathname, searchParams } = new URL(path, process.env.NEXTAUTH_URL)
    const query = { ...Object.fromEntries(searchParams), nextauth: pathname.replace("/api/auth/", "").split("/") }
    const request = { method: body ? "POST" : "GET", cookies: this.cookies, headers: {}, query, body }
    const captured = this.#captureResponse()
    const invitation = invitationOf({ cookies: this.cookies, query: Object.fromEntries(searchParams) })
    const devices = devicesIn(this.cookies)
    const call: AuthCall = {
      origin: { ip: this.ip, userAgent: "test" },
      signedIn,
      invitation,
      devices,
      onSignIn: (person) => this.#store(deviceCookie(rememberDevice(devices, person, new Date()))),
    }
    const options = { ...authOptions(call), secret: "test" }
    await NextAuth(request as unknown as NextApiRequest, captured.response, options)
    for (const cookie of [captured.headers.get("Set-Cookie") ?? []].flat()) this.#store(cookie)
    return { redirectTarget: String(captured.headers.get("Location") ?? ""), body: captured.body() }
  }

  #captureResponse() {
    const headers = new Map<string, string | string[]>()
    let sentBody: JsonBody
    const response = {
      status: () => response,
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string | string[]) => headers.set(name, value),
      send: (body: JsonBody) => {
        sentBody = body
      },
      end: () => {},
    }
    return { headers, body: () => sentBody, response: response as unknown as NextApiResponse }
  }

  #store(cookie: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === "" || /max-age=0/i.test(cookie)) delete this.cookies[name]
    else this.cookies[name] = decodeURIComponent(value)
  }
}
