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
 * Returns one message for each secret that must be restored. If no secret must be restored, records new secrets and
 * removes the records of keys that are no longer in the ring.
 */
export async function secretMismatches(): Promise<string[]> {
  const sealedWith = await sealedCounts()
  return prisma.$transaction(async (tx) => {
    const recorded = await lockRecorded(tx)
    const mismatches = findMismatches(recorded, sealedWith)
    if (mismatches.length === 0) await recordSecrets(tx, recorded)
    return mismatches
  })
}

/** Replaces the recorded secrets with those of this process, after the operator changed them deliberately. */
export const acceptSecrets = () => prisma.$transaction(async (tx) => recordSecrets(tx, await lockRecorded(tx)))

/** The name of each secret, with its fingerprint. */
type Fingerprints = Map<string, string>
const keyPrefix = "encryption_key:"

const ownFingerprints = (): Fingerprints =>
  new Map([
    ["pepper", fingerprint(pepperKey())],
    ...[...keyFingerprints()].map(([id, fingerprint]) => [keyPrefix + id, fingerprint] as const),
  ])

function findMismatches(recorded: Fingerprints, sealedWith: Map<string, number>) {
  const present = ownFingerprints()
  const differs = (name: string) => recorded.has(name) && recorded.get(name) !== present.get(name)
  const replaced = [...present.keys()].filter((name) => name.startsWith(keyPrefix) && differs(name))
  const missing = [...sealedWith].filter(([id]) => !present.has(keyPrefix + id))
  return [
    ...(differs("pepper") ? [pepperMismatch] : []),
    ...replaced.map((name) => keyMismatch(name.slice(keyPrefix.length))),
    ...missing.map(([id, count]) => missingKey(id, count)),
  ]
}

const pepperMismatch =
  "SIGNALBOX_KEY_PEPPER is not the value that this database was used with, so no API key would work. Restore the previous value."
const keyMismatch = (id: string) =>
  `The key "${id}" in SIGNALBOX_ENCRYPTION_KEYS is not the key "${id}" that this database was used with. Restore the previous key. A new key needs a new ID.`
const missingKey = (id: string, count: number) =>
  `SIGNALBOX_ENCRYPTION_KEYS does not contain the key "${id}", which encrypts ${count} stored ${count === 1 ? "secret" : "secrets"}. Add it again after the first key.`

/** The number of stored secrets by the id of the key that encrypts them. */
async function sealedCounts() {
  const counts = new Map<string, number>()
  for (const { key_id, count } of await countSealed()) counts.set(key_id, (counts.get(key_id) ?? 0) + count)
  return counts
}

/** Reads the recorded secrets. The lock serializes processes that start at the same time. */
async function lockRecorded(tx: Prisma.TransactionClient): Promise<Fingerprints> {
  await tx.$executeRaw(sql`lock table installation_secret in share row exclusive mode`)
  const stored = await tx.installationSecret.findMany()
  return new Map(stored.map(({ name, fingerprint }) => [name, fingerprint]))
}

async function recordSecrets(tx: Prisma.TransactionClient, recorded: Fingerprints) {
  const present = ownFingerprints()
  const isSame =
    present.size === recorded.size && [...present].every(([name, fingerprint]) => recorded.get(name) === fingerprint)
  if (isSame) return
  await tx.installationSecret.deleteMany()
  await tx.installationSecret.createMany({
    data: [...present].map(([name, fingerprint]) => ({ name, fingerprint })),
  })
}
