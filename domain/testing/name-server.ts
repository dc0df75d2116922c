/**
 * Runs a real DNS server on loopback over UDP. It returns the records of the test, as an attacker's DNS server could.
 */
import { createSocket } from "node:dgram"
import { type AddressInfo, isIP } from "node:net"

/** The records by name. Queries of the type `isSilent` get no response. */
export type Zone = Record<string, { a?: string[]; aaaa?: string[]; cname?: string; isSilent?: "a" | "aaaa" | "both" }>

/** `ask` is the address and port for resolvers. Names that are not in the zone do not exist. */
export async function nameServer(zone: Zone) {
  const questions: string[] = []
  const socket = createSocket("udp4")
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = question(query)
    questions.push(`${type} ${name}`)
    const entry = zone[name]
    if (entry?.isSilent === type || entry?.isSilent === "both") return
    const records = answers(zone, name, type)
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(entry ? 0x8180 : 0x8183, 2)
    for (const [offset, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * offset)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  const { port } = socket.address() as AddressInfo
  return {
    ask: `127.0.0.1:${port}`,
    questions,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function question(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === 28 ? ("aaaa" as const) : ("a" as const)
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 }
}

function answers(zone: Zone, name: string, type: "a" | "aaaa"): Buffer[] {
  const entry = zone[name]
  if (entry?.cname) return [record(name, 5, spelled(entry.cname)), ...answers(zone, entry.cname, type)]
  return (entry?.[type] ?? []).map((ip) => record(name, type === "a" ? 1 : 28, bytes(ip)))
}

function record(name: string, type: number, content: Buffer) {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(content.length, 8)
  return Buffer.concat([spelled(name), head, content])
}

const spelled = (name: string) =>
  Buffer.concat([...name.split(".").map((l) => Buffer.from([l.length, ...Buffer.from(l)])), Buffer.from([0])])

function bytes(ip: string) {
  if (isIP(ip) === 4) return Buffer.from(ip.split(".").map(Number))
  const [left = "", right = ""] = ip.split("::")
  const groups = (text: string) => text.split(":").filter(Boolean)
  const zeros = Array(8 - groups(left).length - groups(right).length).fill("0")
  const all = [...groups(left), ...zeros, ...groups(right)].map((group) => Number.parseInt(group, 16))
  return Buffer.from(all.flatMap((n) => [n >> 8, n & 255]))
}
