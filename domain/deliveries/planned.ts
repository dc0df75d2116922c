/** Runs a queue statement on connections that plan for a long queue (prisma/pool.ts). Returns rows like `rows`. */
import { createHash } from "node:crypto"
import { database, jsonTypes, type Sql } from "@/prisma/client"

export async function planned<Row>({ text, values }: Sql): Promise<Row[]> {
  const name = createHash("sha1").update(text).digest("base64url")
  const { rows } = await database().queue.query({ name, text, values, types: jsonTypes })
  return rows
}
