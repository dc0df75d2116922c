/**
 * Shows a page of the documentation. Pages of the reference have a form to call the API for people who are signed in.
 */
import { DocsArticle } from "@/components/docs/docs-article"
import { TryIt } from "@/components/docs/try-it"
import { Link } from "@/components/link"
import { type DocsPage, neighborsOf } from "@/server/docs/pages"
import { operationForms, referencePage, referenceTags } from "@/server/docs/reference"
import { sectionsOf } from "@/server/docs/sections"
import { loadVisitor } from "@/server/visit"

export async function showPage({ path, read }: DocsPage) {
  const tag = tagOf(path)
  const text = tag ? referencePage(tag, { linksToForm: true }) : await read()
  const operations = tag ? operationForms(tag) : []
  const hasForm = operations.length > 0
  const sections = sectionsOf(text).filter(({ level }) => level === 2)
  return (
    <DocsArticle
      path={path}
      text={text}
      sections={hasForm ? [...sections, formSection] : sections}
      {...neighborsOf(path)}
    >
      {hasForm && <TryOperations path={path} operations={operations} />}
    </DocsArticle>
  )
}

const formSection = { title: "Try it", anchor: "try-it" }

/** Returns the tag whose operations a page of the reference describes. Undefined for other pages. */
const tagOf = (path: string) =>
  path.startsWith("/docs/reference/") ? referenceTags().find(({ slug }) => path.endsWith(`/${slug}`))?.name : undefined

type FormProps = { path: string; operations: ReturnType<typeof operationForms> }

async function TryOperations({ path, operations }: FormProps) {
  const { person, api } = await loadVisitor()
  const teams = person ? (await api.teams.listMine({})).data.map(({ slug, name }) => ({ slug, name })) : []
  return (
    <section>
      {/* The link "Try it" of an operation leads to its anchor. The form then chooses the operation. */}
      {operations.map(({ anchor }) => (
        <span key={anchor} id={anchor} className="block scroll-mt-10" />
      ))}
      <h2 id={formSection.anchor} className="mt-10 scroll-mt-20 text-title">
        {formSection.title}
      </h2>
      {teams.length > 0 ? (
        <>
          <p className="mt-3 max-w-[68ch]">
            Calls an operation as you, with your sign-in instead of an API key, so that no key is stored in the browser.
            The response has the same form as with a key of the team.
          </p>
          <TryIt operations={operations} teams={teams} />
        </>
      ) : (
        <p className="mt-3 max-w-[68ch]">
          <Link
            href={`/sign-in?callbackUrl=${encodeURIComponent(`${path}#try-it`)}`}
            className="text-accent underline underline-offset-2"
          >
            Sign in
          </Link>{" "}
          to call the API with the data of your team.
        </p>
      )}
    </section>
  )
}
