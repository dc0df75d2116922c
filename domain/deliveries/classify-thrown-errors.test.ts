/**
 * Pins the errors of Node and undici: an upgrade that changes them must not change the error codes that customers see.
 */
import type { Socket } from "node:net"
import { connect } from "node:net"
import tls from "node:tls"
import { Client } from "undici"
import { expect, it } from "vitest"
import { certificate } from "@/domain/testing/certificate"
import { rawReceiver, receiver } from "@/domain/testing/receiver"

/** The error of an undici request when the receiver responds like this. */
async function failure(speak: (socket: Socket) => void) {
  const { origin, close } = await rawReceiver((socket) => socket.once("data", () => speak(socket)))
  const client = new Client(origin, { maxHeaderSize: 16 * 1024 })
  const error = await client.request({ method: "POST", path: "/", body: "{}" }).catch((e) => e)
  await client.destroy()
  await close()
  return { what: error.code ?? error.name, message: error.message }
}

it.each([
  ["closes", (s: Socket) => s.end(), "UND_ERR_SOCKET", "other side closed"],
  ["resets", (s: Socket) => s.resetAndDestroy(), "ECONNRESET", "read ECONNRESET"],
  ["is an SSH server", (s: Socket) => s.end("SSH-2.0-OpenSSH_9.6\r\n"), "HTTPParserError", "Expected HTTP/"],
  ["says 100 unasked", (s: Socket) => s.write("HTTP/1.1 100 Continue\r\n\r\n"), "UND_ERR_SOCKET", "bad response"],
  [
    "changes the protocol",
    (s: Socket) => s.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"),
    "UND_ERR_SOCKET",
    "bad upgrade",
  ],
  [
    "sends a head of 100 KiB",
    (s: Socket) => s.write(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100 * 1024)}\r\n\r\n`),
    "UND_ERR_HEADERS_OVERFLOW",
    "Headers Overflow Error",
  ],
])("when the receiver %s, undici throws an error that classify.ts knows", async (_, speak, what, message) => {
  const found = await failure(speak)
  expect(found.what).toBe(what)
  expect(found.message).toContain(message)
})

it("when no process listens, Node throws ECONNREFUSED, in one error for several addresses", async () => {
  const { port, close } = await rawReceiver(() => {})
  await close()
  const error = (options: object) =>
    new Promise<Error & { code: string; errors?: { code: string }[] }>((resolve) => {
      connect({ port, host: "127.0.0.1", ...options }).once("error", resolve as (e: Error) => void)
    })
  expect((await error({})).code).toBe("ECONNREFUSED")
  const both = await error({
    host: "two.example",
    autoSelectFamily: true,
    lookup: (_host: string, _options: object, answer: (e: null, all: object[]) => void) =>
      answer(null, [
        { address: "127.0.0.1", family: 4 },
        { address: "::1", family: 6 },
      ]),
  })
  expect(both).toBeInstanceOf(AggregateError)
  expect(both.errors?.map((e) => e.code)).toContain("ECONNREFUSED")
})

it("when a certificate is invalid, Node names the reason", async () => {
  const said = async (names: string[], days: object, isTrusted: boolean) => {
    const made = certificate({ names, ...days })
    const { port, close } = await receiver(undefined, { tls: made })
    const ca = isTrusted ? { ca: [made.cert] } : {}
    const error = await new Promise<Error & { code: string }>((resolve) => {
      tls
        .connect({ port, host: "127.0.0.1", servername: "hooks.example.com", ...ca })
        .once("error", resolve as (e: Error) => void)
        .once("secureConnect", () => resolve(Object.assign(new Error(), { code: "fine" })))
    })
    await close()
    return error.code
  }
  expect(await said(["hooks.example.com"], {}, true)).toBe("fine")
  expect(await said(["hooks.example.com"], {}, false)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT")
  expect(await said(["hooks.example.com"], { fromDay: -2, untilDay: -1 }, true)).toBe("CERT_HAS_EXPIRED")
  expect(await said(["hooks.example.com"], { fromDay: 1, untilDay: 2 }, true)).toBe("CERT_NOT_YET_VALID")
  expect(await said(["other.example.com"], {}, true)).toBe("ERR_TLS_CERT_ALTNAME_INVALID")
})

it("when the port does not speak TLS, Node throws an OpenSSL error", async () => {
  const { port, close } = await receiver()
  const error = await new Promise<Error & { code: string }>((resolve) => {
    tls.connect({ port, host: "127.0.0.1" }).once("error", resolve as (e: Error) => void)
  })
  await close()
  expect(error.code).toMatch(/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/)
})
