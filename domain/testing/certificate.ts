/** Creates self-signed certificates with their keys, for test receivers with valid or invalid TLS. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { isIP } from "node:net"

const dayMs = 24 * 60 * 60 * 1_000

type CertificateOptions = { names: string[]; fromDay?: number; untilDay?: number }

/**
 * Returns a certificate for `names` (host names or IPv4 addresses) and its key, as PEM. It is valid from `fromDay` to
 * `untilDay`, in days from now.
 */
export function certificate({ names, fromDay = -1, untilDay = 1 }: CertificateOptions) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const subject = sequence(der(0x31, sequence(oid("550403"), utf8("Signalbox test"))))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    subject,
    sequence(utcTime(Date.now() + fromDay * dayMs), utcTime(Date.now() + untilDay * dayMs)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(subjectAltName(names), sequence(oid("551d13"), octets(sequence(der(0x01, Buffer.from([255])))))),
    ),
  )
  const signature = sign("sha256", signed, privateKey)
  const signedCertificate = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${signedCertificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const octets = (content: Buffer) => der(0x04, content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))

/** YYMMDDHHMMSSZ */
const utcTime = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`))

const subjectAltName = (names: string[]) =>
  sequence(oid("551d11"), octets(sequence(...names.map((name) => (isIP(name) ? ipName(name) : dnsName(name))))))
const dnsName = (name: string) => der(0x82, Buffer.from(name))
const ipName = (ip: string) => der(0x87, Buffer.from(ip.split(".").map(Number)))
