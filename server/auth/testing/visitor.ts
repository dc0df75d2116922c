/** A browser for next-auth without Next: it stores cookies and follows links. */
import type { NextApiRequest, NextApiResponse } from "next"
import NextAuth from "next-auth"
import { rememberDevice } from "@/domain/people/known-device"
import { findSession, type Session } from "@/domain/people/session"
import type { AuthCall } from "@/server/auth/adapter"
import { deviceCookie, devicesIn } from "@/server/auth/device-cookie"
import { invitationOf } from "@/server/auth/invitation-link"
import { authOptions } from "@/server/auth/options"

type Said = Record<string, unknown> | undefined
type Answer = { leadsTo: string; says: Said }
type Form = Record<string, string>
type Known = { person_id: string; session_id: string }

export class Visitor {
  constructor(
    readonly ip = "192.0.2.77",
    readonly jar: Record<string, string> = {},
  ) {}

  /** Calls /api/auth/… as the product's route does. Returns the redirect target and the response body. */
  async visit(path: string, form?: Form): Promise<Answer> {
    const csrfToken = form && String((await this.call("/api/auth/csrf")).says?.["csrfToken"])
    const session = await this.session()
    const signedIn = session && (await findSession(session.session_id))
    return this.call(path, form && { ...form, csrfToken: csrfToken ?? "" }, signedIn)
  }

  /** The person and session that next-auth sees as signed in. */
  async session(): Promise<Known | null> {
    const { says } = await this.call("/api/auth/session")
    return says?.["person_id"] ? (says as Known) : null
  }

  private async call(path: string, body?: Form, signedIn: Session | null = null): Promise<Answer> {
    const { pathname, searchParams } = new URL(path, process.env.NEXTAUTH_URL)
    const query = { ...Object.fromEntries(searchParams), nextauth: pathname.replace("/api/auth/", "").split("/") }
    const request = { method: body ? "POST" : "GET", cookies: this.jar, headers: {}, query, body }
    const answer = this.answer()
    const invitation = invitationOf({ cookies: this.jar, query: Object.fromEntries(searchParams) })
    const devices = devicesIn(this.jar)
    const call: AuthCall = {
      origin: { ip: this.ip, userAgent: "test" },
      signedIn,
      invitation,
      devices,
      onSignIn: (person) => this.keep(deviceCookie(rememberDevice(devices, person, new Date()))),
    }
    const options = { ...authOptions(call), secret: "test" }
    await NextAuth(request as unknown as NextApiRequest, answer.response, options)
    for (const cookie of [answer.headers.get("Set-Cookie") ?? []].flat()) this.keep(cookie)
    return { leadsTo: String(answer.headers.get("Location") ?? ""), says: answer.says() }
  }

  private answer() {
    const headers = new Map<string, string | string[]>()
    let said: Said
    const response = {
      status: () => response,
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string | string[]) => headers.set(name, value),
      send: (body: Said) => {
        said = body
      },
      end: () => {},
    }
    return { headers, says: () => said, response: response as unknown as NextApiResponse }
  }

  private keep(cookie: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === "" || /max-age=0/i.test(cookie)) delete this.jar[name]
    else this.jar[name] = decodeURIComponent(value)
  }
}
