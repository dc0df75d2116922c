/**
 * Shows a page of the documentation. Pages of the reference have a form to call the API for people who are signed in.
 */
import { DocsArticle } from "@/components/docs/docs-article"
import { TryIt } from "@/components/docs/try-it"
import { Link } from "@/components/link"
import { type DocsPage, neighborsOf } from "@/server/docs/pages"
import { operationForms, referenceTags } from "@/server/docs/reference"
import { sectionsOf } from "@/server/docs/sections"
import { loadVisitor } from "@/server/visit"

export async function showPage({ path, read }: DocsPage) {
  const text = await read()
  const sections = sectionsOf(text).filter(({ level }) => level === 2)
  return (
    <DocsArticle path={path} text={text} sections={sections} {...neighborsOf(path)}>
      {path.startsWith("/docs/reference/") && <TryOperations path={path} />}
    </DocsArticle>
  )
}

async function TryOperations({ path }: { path: string }) {
  const { name } = referenceTags().find(({ slug }) => path.endsWith(`/${slug}`)) ?? {}
  const operations = name ? operationForms(name) : []
  if (operations.length === 0) return null
  const { person, api } = await loadVisitor()
  const teams = person ? (await api.teams.listMine({})).data.map(({ slug, name }) => ({ slug, name })) : []
  return (
    <section>
      <h2 id="try-it" className="mt-10 scroll-mt-20 text-title">
        Try it
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
