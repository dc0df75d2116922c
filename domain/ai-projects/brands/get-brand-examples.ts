/**
 * Returns passages of the latest answers that contain a brand's name: some that count as a mention, and some that do
 * not.
 */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rows, type Sql, sql } from "@/prisma/client"

const maxExamples = 3
/** Older answers are not searched, so that a large project is as fast as a small one. */
const searchedAnswers = 2_000
const charactersBefore = 60
const characters = 160

const example = z.object({
  answer_id: z.string(),
  text: z.string().meta({ description: "The words around the name." }),
})

export const getBrandExamples = defineOperation({
  id: "aiVisibility.getBrandExamples",
  summary: "Get examples of a brand's name in answers",
  audience: "team",
  kind: "query",
  input: z.strictObject({ brand_id: id("brand") }),
  output: z.object({
    counted: z.array(example).meta({ description: "Passages that count as a mention." }),
    not_counted: z
      .array(example)
      .meta({ description: "Passages with the name in answers that do not mention the brand." }),
  }),
  async handle({ team }, { brand_id }) {
    const brand = await prisma.aiBrand.findFirst({
      where: { team_id: team.id, id: brand_id },
      select: { project_id: true, name: true },
    })
    if (!brand) throw notFound("brand")
    const latest = sql`(select id, text, asked_at from answer where team_id = ${team.id} and project_id = ${brand.project_id}
      order by asked_at desc, id desc limit ${searchedAnswers}) a`
    const mention = sql`mention m where m.team_id = ${team.id} and m.answer_id = a.id and m.brand_id = ${brand_id}`
    const [counted, not_counted] = await Promise.all([
      rows(
        example,
        sql`select a.id as answer_id, ${textAround(sql`m.first_offset`)} as text
        from ${latest} cross join lateral (select m.first_offset from ${mention}) m order by a.asked_at desc limit ${maxExamples}`,
      ),
      rows(
        example,
        sql`select a.id as answer_id, ${textAround(sql`at.position - 1`)} as text
        from ${latest} cross join lateral (select strpos(lower(a.text), lower(${brand.name}::text)) as position) at
        where at.position > 0 and not exists (select from ${mention}) order by a.asked_at desc limit ${maxExamples}`,
      ),
    ])
    return { data: { counted, not_counted } }
  },
})

/** The words around an offset in the text of an answer, on one line. */
const textAround = (offset: Sql): Sql =>
  sql`regexp_replace(substr(a.text, greatest(1, ${offset} + 1 - ${charactersBefore}::int), ${characters}::int), '\\s+', ' ', 'g')`
