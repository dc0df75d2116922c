/** A mail server on loopback that stores every email. It rejects the recipient refused@. */
import { createServer, type Socket } from "node:net"

export async function startMailServer() {
  const emails: string[] = []
  const server = createServer((socket) => converse(socket, emails))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    /** The first link in the newest email with this subject to this address. Empty if there is none. */
    linkIn: (subject: string, address: string) => {
      const email = emails.findLast((text) => text.includes(`Subject: ${subject}`) && text.includes(`To: ${address}`))
      return /http:\S+/.exec(email ?? "")?.[0] ?? ""
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}

/** Implements as much of SMTP (RFC 5321) as a sender needs. */
function converse(socket: Socket, emails: string[]) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let email: string[] | null = null
  let rest = ""
  say("220 loopback")
  socket.on("data", (chunk) => {
    const lines = (rest + chunk).split("\r\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (email && line === ".") {
        emails.push(decode(email.join("\n")))
        email = null
        say("250 kept")
      } else if (email) email.push(line)
      else if (/^data/i.test(line)) {
        email = []
        say("354 go on")
      } else if (/^rcpt to:<refused@/i.test(line)) say("550 no such user")
      else say(/^quit/i.test(line) ? "221 bye" : "250 ok")
    }
  })
}

/** Decodes quoted-printable, which breaks long links into several lines. */
const decode = (text: string) =>
  text.replace(/=\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
