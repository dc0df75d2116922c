/** The correct answers to the questions about AI visibility in docs/mcp-tasks.md, counted from the stored answers. */
import { expect } from "vitest"
import { run } from "@/domain/kernel/operation"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { type Answers, select, selectValue } from "./stored"

type Counted = { key: string; mentioned: number; answers: number }

/** Answers to unbranded prompts in the last 28 days, and those that mention the brand, by the column of `key`. */
const countAnswers = (key: "b.id" | "a.engine_id", projectId: string, { from, to }: { from: string; to: string }) =>
  select<Counted>(
    `select ${key} as key, count(*)::int as answers, count(m.answer_id)::int as mentioned
     from answer a join ai_prompt p on p.id = a.prompt_id and not p.is_branded
     join scan s on s.id = a.scan_id
     join ai_brand b on b.project_id = a.project_id and b.kind in ('own', 'competitor') ${key === "b.id" ? "" : "and b.kind = 'own'"}
     left join mention m on m.answer_id = a.id and m.brand_id = b.id
     where a.project_id = $1 and s.finished_at >= $2::date and s.finished_at < $3::date + 1 group by 1`,
    projectId,
    from,
    to,
  )

type Row = { brand: { id: string }; group: { engine: string }; visibility: { numerator: number; denominator: number } }

const counted = (rows: Row[], key: (row: Row) => string): Counted[] =>
  rows.map((row) => ({ key: key(row), answers: row.visibility.denominator, mentioned: row.visibility.numerator }))

const byKey = (rows: Counted[]) => rows.toSorted((a, b) => a.key.localeCompare(b.key))

type Change = { verdict?: string | undefined; delta_abs?: number | null | undefined }

/** Clear falls come before all others. A change of visibility is at least -1. */
const rankOf = ({ verdict, delta_abs }: Change) => (delta_abs ?? 0) - (verdict === "down" ? 2 : 0)

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()

const projectOf = ([projects]: { items: { id: string }[] }[]) => projects?.items[0]?.id ?? ""

const lastScan = (projectId: string, column: string) =>
  selectValue<string>(
    `select ${column} from scan where project_id = $1 and finished_at is not null order by finished_at desc limit 1`,
    projectId,
  )

/** Tools show only the text of Markdown links. */
const withoutLinks = (markdown: string) => markdown.replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")

export const visibilityAnswers: Answers = {
  async 13([projects, metrics]) {
    const expected = await countAnswers("b.id", projectOf([projects]), metrics.meta.period)
    expect(byKey(counted(metrics.rows, ({ brand }) => brand.id))).toEqual(byKey(expected))
    const { own_brand } = projects.items[0]
    const own = expected.find(({ key }) => key === own_brand.id)
    const shown = metrics.rows.find(({ brand }: Row) => brand.id === own_brand.id)
    expect(shown.visibility.value).toBeCloseTo((own?.mentioned ?? 0) / (own?.answers ?? 0), 9)
  },
  async 14([projects, metrics]) {
    const expected = await countAnswers("a.engine_id", projectOf([projects]), metrics.meta.period)
    expect(expected.length).toBeGreaterThan(1)
    expect(byKey(counted(metrics.rows, ({ group }) => group.engine))).toEqual(byKey(expected))
  },
  async 15([projects], ctx) {
    const stored = await select<{ id: string }>("select id from ai_project where team_id = $1", ctx.team.id)
    expect(idsOf(projects.items)).toEqual(idsOf(stored))
    for (const { id: project_id, latest, change } of projects.items) {
      const lastScan = { project_id, scan_id: latest.scan_id, compare: "previous_period" } as const
      const { data } = await run(getMetrics, ctx, { ...lastScan, group_by: [] })
      const expected = data.rows[0]?.change
      expect(change).toMatchObject({ verdict: expected?.verdict, delta_abs: expected?.delta_abs })
      const byPrompt = (await run(getMetrics, ctx, { ...lastScan, group_by: ["prompt"] })).data.rows
      const lost = byPrompt.flatMap(({ group, change }) =>
        change?.delta_abs && change.delta_abs < 0
          ? [{ id: group.prompt_id, delta_abs: change.delta_abs, verdict: change.verdict }]
          : [],
      )
      expect(change.lost_prompts_n).toBe(lost.length)
      const worst = lost.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, 3)
      expect(change.lost_prompts.map(rankOf)).toEqual(worst.map(rankOf))
      for (const { id, delta_abs, verdict } of change.lost_prompts)
        expect(lost).toContainEqual({ id, delta_abs, verdict })
    }
    const deltas: number[] = projects.items.map(({ change }: { change: Change }) => change.delta_abs)
    expect(deltas).toEqual(deltas.toSorted((a, b) => a - b))
  },
  async 16([projects, citations]) {
    const expected = await select<{ key: string; citations_n: number; answers_n: number }>(
      `select registrable_domain as key, count(*)::int as citations_n, count(distinct answer_id)::int as answers_n
       from citation where project_id = $1 and kind = 'cited' group by 1`,
      projectOf([projects]),
    )
    type Source = { key: string; citations_n: number; answers_n: number }
    const shown = citations.items.map(({ key, citations_n, answers_n }: Source) => ({ key, citations_n, answers_n }))
    expect(shown).toHaveLength(Math.min(20, expected.length))
    expect(expected).toEqual(expect.arrayContaining(shown))
    expect(shown[0].citations_n).toBe(Math.max(...expected.map(({ citations_n }) => citations_n)))
  },
  async 17([projects, , answer]) {
    const [stored] = await select<{ id: string; text: string; engine_id: string }>(
      "select id, text, engine_id from answer where project_id = $1 order by asked_at desc, id desc limit 1",
      projectOf([projects]),
    )
    expect(answer).toMatchObject({
      id: stored?.id,
      engine: stored?.engine_id,
      untrusted_text: withoutLinks(stored?.text ?? ""),
    })
    const mentioned = await select<{ brand_id: string }>(
      "select brand_id from mention where answer_id = $1 order by rank",
      stored?.id,
    )
    expect(answer.mentions.map(({ brand_id }: { brand_id: string }) => ({ brand_id }))).toEqual(mentioned)
  },
  async 18([projects, , scan]) {
    expect(scan.id).toBe(await lastScan(projectOf([projects]), "id"))
    const finishedAt = await lastScan(projectOf([projects]), "(extract(epoch from finished_at) * 1000)::float8")
    expect(Date.parse(scan.finished_at)).toBe(Number(finishedAt))
  },
  async 19([projects, added]) {
    const texts = added.items.map(({ text }: { text: string }) => text)
    expect(texts).toEqual(["best e-bike for long commutes", "which e-bike has the longest range"])
    const stored = "select count(*)::int from ai_prompt where project_id = $1 and text = any($2)"
    expect(await selectValue<number>(stored, projectOf([projects]), texts)).toBe(0)
  },
  async 20([projects, scan]) {
    const tasks = await selectValue<number>(
      `select (count(*) * p.runs_per_prompt * cardinality(p.asked_engines) * greatest(cardinality(p.regions), 1))::int
       from ai_project p join ai_prompt q on q.project_id = p.id and q.status = 'active' where p.id = $1 group by p.id`,
      projectOf([projects]),
    )
    expect(tasks).toBeGreaterThan(0)
    expect(scan).toMatchObject({ tasks: { total: tasks }, dry_run: true })
    expect(await selectValue<number>("select count(*)::int from scan where id = $1", scan.id)).toBe(0)
  },
}
