import { describe, expect, it } from "vitest"
import { customHeaders } from "./custom-headers"

type Header = { name: string; value: string }

const listed = (headers: Record<string, string>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
const fieldErrors = (headers: Record<string, string> | Header[]) =>
  customHeaders
    .safeParse(Array.isArray(headers) ? headers : listed(headers))
    .error?.issues.flatMap(({ message }) => message.split("; ")) ?? []

describe("custom headers", () => {
  it("are stored in lower case", () => {
    const given = { "X-Tenant": "42", Authorization: "Basic dXNlcjpwdw==", "x!#$%&'*+.^_`|~9": "a b" }
    expect(customHeaders.parse(listed(given))).toEqual({
      "x-tenant": "42",
      authorization: "Basic dXNlcjpwdw==",
      "x!#$%&'*+.^_`|~9": "a b",
    })
  })

  const forbidden =
    "Host Content-Type content-length Content-Encoding Transfer-Encoding Connection Keep-Alive TE Trailer Upgrade Expect Cookie Set-Cookie User-Agent Date Via Forwarded X-Forwarded-For X-Forwarded-Host Proxy-Authorization Sec-Fetch-Mode Webhook-Id webhook-signature Signalbox-Delivery-Id Accept-Encoding"
  it.each(forbidden.split(" "))("cannot be %s", (name) => {
    expect(fieldErrors({ [name]: "x" })).toEqual([`contains the header "${name}", which cannot be set`])
  })

  it.each(["", "a b", "a:b", "é", "a\nb", "(a)", "a\0"])("cannot be named %j", (name) => {
    expect(fieldErrors({ [name]: "x" })).toEqual([`contains the header "${name}", which is not a valid header name`])
  })

  it.each(["", " a", "a ", "a\r\nx-evil: 1", "é", "a\tb", "\u007f"])("cannot have the value %j", (value) => {
    expect(fieldErrors({ "x-a": value })).toEqual([
      `contains the header "x-a", which contains characters other than visible ASCII`,
    ])
  })

  it("have limits: 10 headers, 64 characters per name, 1024 per value, 4 KiB in total", () => {
    const many = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, "v".repeat(length)]))
    expect(fieldErrors(many(10, 400))).toEqual([])
    expect(fieldErrors(many(11, 1))).toEqual(["contains 11 headers, but at most 10 are allowed"])
    expect(fieldErrors({ ["n".repeat(64)]: "v".repeat(1_024) })).toEqual([])
    expect(fieldErrors({ ["n".repeat(65)]: "v" })).toHaveLength(1)
    expect(fieldErrors({ n: "v".repeat(1_025) })).toEqual([
      `contains the header "n", which has more than 1,024 characters`,
    ])
    expect(fieldErrors(many(5, 1_000))).toEqual(["is larger than 4,096 bytes in total"])
  })

  it.each(["x-a", "X-A"])("cannot be named twice: x-a and %s", (again) => {
    const twice = [
      { name: "x-a", value: "1" },
      { name: again, value: "2" },
    ]
    expect(fieldErrors(twice)).toEqual([`contains the header "${again}", which occurs twice`])
  })

  it("report all errors together", () => {
    expect(fieldErrors({ "X-A": "1", "x-a": "2", host: "é" })).toEqual([
      `contains the header "x-a", which occurs twice`,
      `contains the header "host", which contains characters other than visible ASCII`,
      `contains the header "host", which cannot be set`,
    ])
  })
})
