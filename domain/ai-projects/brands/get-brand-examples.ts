/**
 * Returns passages of the latest answers that contain a brand's name: some that count as a mention, and some that do
 * not.
 */
import { z } from "zod"
import { findFirstNames } from "@/domain/answers/extraction-thread/extract"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rows, sql } from "@/prisma/client"

const maxExamples = 3
/** Older answers are not searched, so that a large project is as fast as a small one. */
const searchedAnswers = 2_000
/** How many answers with the letters of a name the name finder reads. "during" has the letters of Ring. */
const candidateAnswers = 300
/** Length of a passage, and of its part before the name. In Unicode code points, so that it never splits an emoji. */
const passageLength = 160
const lengthBeforeName = 60

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
      select: { id: true, project_id: true, name: true, aliases: true },
    })
    if (!brand) throw notFound("brand")
    const latest = sql`(select id, text, asked_at from answer where team_id = ${team.id} and project_id = ${brand.project_id}
      order by asked_at desc, id desc limit ${searchedAnswers}) a`
    const mention = sql`mention m where m.team_id = ${team.id} and m.answer_id = a.id and m.brand_id = ${brand_id}`
    const names = [brand.name, ...brand.aliases]
    const [counted, candidates] = await Promise.all([
      rows(
        mentioningRow,
        sql`select a.id as answer_id, a.text, m.first_offset
        from ${latest} cross join lateral (select m.first_offset from ${mention}) m order by a.asked_at desc limit ${maxExamples}`,
      ),
      rows(
        answerRow,
        sql`select a.id as answer_id, a.text from ${latest}
        where exists (select from unnest(${names}::text[]) name where strpos(lower(a.text), lower(name)) > 0)
          and not exists (select from ${mention}) order by a.asked_at desc limit ${candidateAnswers}`,
      ),
    ])
    return {
      data: {
        counted: counted.map(({ answer_id, text, first_offset }) => ({
          answer_id,
          text: textAround(text, first_offset),
        })),
        not_counted: await namesInAnswers(brand, candidates),
      },
    }
  },
})

const answerRow = z.object({ answer_id: z.string(), text: z.string() })
const mentioningRow = answerRow.extend({ first_offset: z.int() })

/** The first answers that contain one of the brand's names as a word. In some, the word may not mean the brand. */
async function namesInAnswers(
  { id, name, aliases }: { id: string; name: string; aliases: string[] },
  answers: z.infer<typeof answerRow>[],
) {
  const anyUse = { id, name, aliases, negative_aliases: [], domains: [], everyday_word: false }
  const texts = answers.map(({ text }) => text)
  const firstNames = await findFirstNames([anyUse], texts)
  const found = answers.flatMap(({ answer_id, text }, i) => {
    const first = firstNames[i]
    return first ? { answer_id, text: textAround(text, first.from) } : []
  })
  return found.slice(0, maxExamples)
}

/** The words around an offset (in UTF-16 code units) in the text of an answer, on one line. */
function textAround(text: string, offset: number): string {
  const before = Array.from(text.slice(0, offset)).slice(-lengthBeforeName)
  const after = Array.from(text.slice(offset, offset + 2 * passageLength))
  const passage = [...before, ...after].slice(0, passageLength)
  return passage.join("").replace(/\s+/g, " ")
}
