import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { examplePrompt } from "@/domain/ai-projects/prompts/prompt"
import { PromptTable } from "./prompt-table"

type Prompt = Parameters<typeof PromptTable>[0]["prompts"][number]
const latest = examplePrompt.latest as NonNullable<Prompt["latest"]>

const table = (more: Partial<NonNullable<Prompt["latest"]>> | null) =>
  renderToStaticMarkup(
    <PromptTable
      prompts={[
        { ...examplePrompt, id: "prm_1", text: "Which bike?", latest: more && { ...latest, ...more } } as Prompt,
      ]}
      path="/t/p/prompts"
      projectPath="/t/p"
      engine="chatgpt"
      topics={new Map()}
      changes={new Map()}
      sorting={{ path: "/t/p/prompts", query: {}, sort: "text" }}
    />,
  )

it("links a changed prompt to the comparison of its latest answers with the earlier ones", () => {
  const page = table({ change: -0.2, scan_id: "scn_2" })
  expect(page).toContain('href="/t/p/prompts/prm_1/compare?after=scn_2&amp;engine=chatgpt"')
  expect(page).toContain('aria-label="Compare answers: Which bike?"')
})

it.each([[{ change: 0 }], [{ change: null }], [null]])("offers no comparison of answers for %j", (found) => {
  expect(table(found)).not.toContain("Compare answers")
})
