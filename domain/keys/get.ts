/** Gets one API key. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { findKeyOfTeam, key } from "./key"

export const getKey = defineOperation({
  id: "keys.get",
  summary: "Get an API key",
  audience: "team",
  kind: "query",
  input: z.strictObject({ key_id: id("key") }),
  output: key,
  async handle({ team, now }, { key_id }) {
    const data = await findKeyOfTeam(team.id, key_id, now())
    if (!data) throw notFound("API key")
    return { data }
  },
})
