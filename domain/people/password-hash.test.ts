import { expect, it } from "vitest"
import { freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { findPersonById } from "./accounts"
import { findPerson } from "./person"

it("a password hash cannot be read inside a team's scope, and not directly from the table in any scope", async () => {
  const { actor } = await freshPerson()
  const team = await freshTeam()
  const read = sql`select password_hash from "user" where id = ${actor.id}`
  for (const work of [() => acrossTeams(() => rows(read)), () => inTeam(team.id, () => rows(read))])
    await expect(work()).rejects.toThrow(/permission denied/)
  await expect(inTeam(team.id, () => rows(sql`select * from "user"`))).rejects.toThrow(/permission denied/)
  await expect(inTeam(team.id, () => rows(sql`select "user"::text from "user"`))).rejects.toThrow(/permission denied/)

  const hashes = await inTeam(team.id, () => rows(sql`select person_password_hash(id) as hash from "user"`))
  expect(hashes.length).toBeGreaterThan(0)
  expect(hashes.every((row) => (row as { hash: unknown }).hash === null)).toBe(true)
  expect(await inTeam(team.id, () => findPerson(sql`u.id = ${actor.id}`))).toMatchObject({ password_hash: null })
  expect((await findPersonById(actor.id))?.password_hash).toMatch(/^\$argon2id\$/)
})

it("every other column of the user table can be read", async () => {
  const unreadable = await rows(sql`
    select attname as column from pg_attribute where attrelid = '"user"'::regclass and attnum > 0 and not attisdropped
      and not has_column_privilege('signalbox_app', attrelid, attnum, 'select')`)
  expect(unreadable, "grant select on the new column to signalbox_app in its migration").toEqual([
    { column: "password_hash" },
  ])
  expect(await acrossTeams(() => prisma.user.findFirst())).not.toHaveProperty("password_hash")
})

it("the application can delete audit entries only through the function for expired ones", async () => {
  const team = await freshTeam()
  for (const work of [inTeam.bind(null, team.id), acrossTeams])
    await expect(work(() => rows(sql`delete from audit_entry where team_id = ${team.id}`))).rejects.toThrow(
      /permission denied/,
    )
})
