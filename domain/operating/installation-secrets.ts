/**
 * Compares the secrets of this process with those that the database was used with.
 *
 * With another pepper no API key works, and with other encryption keys no stored secret can be decrypted. Both would
 * look like data loss, so a process with other secrets refuses to start.
 */
import { fingerprint, pepperKey } from "@/domain/kernel/secrets"
import { keyFingerprints } from "@/domain/security/vault"
import { type Prisma, prisma, sql } from "@/prisma/client"
import { countSealed } from "./count-sealed"

/**
 * Returns one message for each secret that must be restored. When there is none, records new secrets and removes the
 * records of keys that are no longer in the ring.
 */
export async function secretMismatches(): Promise<string[]> {
  const sealedWith = await sealedCounts()
  return prisma.$transaction(async (tx) => {
    const recorded = await lockRecorded(tx)
    const mismatches = compare(recorded, sealedWith)
    if (mismatches.length === 0) await write(tx, recorded)
    return mismatches
  })
}

/** Replaces the recorded secrets with those of this process, after the operator changed them deliberately. */
export const acceptSecrets = () => prisma.$transaction(async (tx) => write(tx, await lockRecorded(tx)))

type Fingerprints = Map<string, string>
const keyPrefix = "encryption_key:"

const ownFingerprints = (): Fingerprints =>
  new Map([
    ["pepper", fingerprint(pepperKey())],
    ...[...keyFingerprints()].map(([id, print]) => [keyPrefix + id, print] as const),
  ])

function compare(recorded: Fingerprints, sealedWith: Map<string, number>) {
  const present = ownFingerprints()
  const isOther = (name: string) => recorded.has(name) && recorded.get(name) !== present.get(name)
  const replaced = [...present.keys()].filter((name) => name.startsWith(keyPrefix) && isOther(name))
  const missing = [...sealedWith].filter(([id]) => !present.has(keyPrefix + id))
  return [
    ...(isOther("pepper") ? [otherPepper] : []),
    ...replaced.map((name) => keyMismatch(name.slice(keyPrefix.length))),
    ...missing.map(([id, count]) => missingKey(id, count)),
  ]
}

const otherPepper =
  "SIGNALBOX_KEY_PEPPER is not the value that this database was used with, so no API key would work. Restore the previous value."
const keyMismatch = (id: string) =>
  `The key "${id}" in SIGNALBOX_ENCRYPTION_KEYS is not the key "${id}" that this database was used with. Restore the previous key. A new key needs a new ID.`
const missingKey = (id: string, count: number) =>
  `SIGNALBOX_ENCRYPTION_KEYS does not contain the key "${id}", which encrypts ${count} stored ${count === 1 ? "secret" : "secrets"}. Add it again after the first key.`

async function sealedCounts() {
  const counts = new Map<string, number>()
  for (const { key_id, count } of await countSealed()) counts.set(key_id, (counts.get(key_id) ?? 0) + count)
  return counts
}

/** Serializes processes that start at the same time. */
async function lockRecorded(tx: Prisma.TransactionClient): Promise<Fingerprints> {
  await tx.$executeRaw(sql`lock table installation_secret in share row exclusive mode`)
  const stored = await tx.installationSecret.findMany()
  return new Map(stored.map(({ name, fingerprint }) => [name, fingerprint]))
}

async function write(tx: Prisma.TransactionClient, recorded: Fingerprints) {
  const present = ownFingerprints()
  const isSame = present.size === recorded.size && [...present].every(([name, print]) => recorded.get(name) === print)
  if (isSame) return
  await tx.installationSecret.deleteMany()
  await tx.installationSecret.createMany({
    data: [...present].map(([name, fingerprint]) => ({ name, fingerprint })),
  })
}
