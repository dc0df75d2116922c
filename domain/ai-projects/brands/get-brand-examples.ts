/**
 * Returns passages of the latest answers that contain a brand's name: some that count as a mention, and some that do
 * not.
 */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rows, sql } from "@/prisma/client"

const maxExamples = 3
/** Older answers are not searched, so that a large project is as fast as a small one. */
const searchedAnswers = 2_000
/** In Unicode code points, so that a passage never splits an emoji. */
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
    const [counted, notCounted] = await Promise.all([
      rows(
        mentioned,
        sql`select a.id as answer_id, a.text, m.first_offset
        from ${latest} cross join lateral (select m.first_offset from ${mention}) m order by a.asked_at desc limit ${maxExamples}`,
      ),
      rows(
        named,
        sql`select a.id as answer_id, a.text, at.position
        from ${latest} cross join lateral (select strpos(lower(a.text), lower(${brand.name}::text)) as position) at
        where at.position > 0 and not exists (select from ${mention}) order by a.asked_at desc limit ${maxExamples}`,
      ),
    ])
    return {
      data: {
        counted: counted.map(({ answer_id, text, first_offset }) => {
          const { length } = Array.from(text.slice(0, first_offset))
          return { answer_id, text: textAround(text, length) }
        }),
        not_counted: notCounted.map(({ answer_id, text, position }) => ({
          answer_id,
          text: textAround(text, position - 1),
        })),
      },
    }
  },
})

const answer = z.object({ answer_id: z.string(), text: z.string() })
/** `first_offset` is in UTF-16 code units. */
const mentioned = answer.extend({ first_offset: z.int() })
/** `position` is in code points and starts at 1. */
const named = answer.extend({ position: z.int() })

/** The words around an offset (in code points) in the text of an answer, on one line. */
function textAround(text: string, offset: number): string {
  const start = Math.max(0, offset - charactersBefore)
  const passage = Array.from(text).slice(start, start + characters)
  return passage.join("").replace(/\s+/g, " ")
}
