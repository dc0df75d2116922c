/**
 * The pages under /docs and the order of their navigation. Every page is Markdown: a guide in docs/, or text that is
 * generated from the code.
 */
import "server-only"
import { globSync } from "node:fs"
import { errorCodes } from "@/domain/kernel/errors"
import { allErrorCodes, errorList, errorPage } from "./errors"
import { codeSection, readGuide } from "./files"
import { mcpSetUp } from "./mcp-set-up"
import { referencePage, referenceTags } from "./reference"

export type DocsPage = {
  /** For example `/docs/events`. */
  path: string
  title: string
  read: () => Promise<string>
}
export type DocsGroup = { title: string; pages: DocsPage[] }

/** A page that shows a file. `name` is the last part of its path, by default the name of the file without `.md`. */
const guide = (title: string, file: string, name = file.replace(/^.*\/|\.md$/g, "")) => ({
  path: `/docs/${name}`,
  title,
  file,
  read: () => readGuide(file, (target) => pathsOfFiles().get(target)),
})

const generatedPage = (title: string, name: string, read: () => string | Promise<string>) => ({
  path: `/docs/${name}`,
  title,
  read: async () => read(),
})

const receivers = guide("Receivers in five languages", "docs/receivers/README.md", "receivers")

const receiverFiles = [
  ["Node", "receiver.mjs", "js"],
  ["Python", "receiver.py", "python"],
  ["Go", "receiver.go", "go"],
  ["PHP", "receiver.php", "php"],
  ["Ruby", "receiver.rb", "ruby"],
] as const

async function receiversPage() {
  const files = receiverFiles.map(([title, file, language]) => codeSection(title, `docs/receivers/${file}`, language))
  return [await receivers.read(), ...(await Promise.all(files))].join("\n\n")
}

const groups: (DocsGroup & { pages: (DocsPage & { file?: string })[] })[] = [
  {
    title: "Get started",
    pages: [guide("Quickstart", "docs/quickstart.md"), generatedPage("Connect an assistant", "mcp", mcpSetUp)],
  },
  {
    title: "REST API",
    pages: [
      guide("Keys and scopes", "docs/api-keys.md"),
      guide("Pages and truncation", "docs/pagination.md"),
      guide("Limits", "docs/rate-limits.md"),
      guide("Versions", "docs/versioning.md"),
      generatedPage("Errors", "errors", errorList),
    ],
  },
  {
    title: "Reference",
    pages: referenceTags().map(({ name, slug }) => generatedPage(name, `reference/${slug}`, () => referencePage(name))),
  },
  {
    title: "Webhooks",
    pages: [
      guide("Event catalog", "docs/events.md"),
      guide("Requests and signatures", "docs/signatures.md"),
      { ...receivers, read: receiversPage },
      guide("If your server received a webhook", "docs/webhooks.md"),
    ],
  },
  {
    title: "Data",
    pages: [
      guide("Live reports", "docs/reports.md"),
      guide("AI-visibility metrics", "docs/ai-visibility.md"),
      guide("How a mention is counted", "docs/counting-mentions.md"),
      guide("Answer files", "docs/answer-files.md"),
      guide("Signals and rules", "docs/signals.md"),
      guide("Connecting data sources", "docs/data-sources.md"),
      guide("Importing metrics", "docs/importing-metrics.md"),
    ],
  },
  {
    title: "Assistants (MCP)",
    pages: [guide("The connector", "docs/mcp.md", "mcp-connector"), guide("Example tasks", "docs/mcp-tasks.md")],
  },
  {
    title: "Running Signalbox",
    pages: [
      guide("Self-hosting", "docs/self-hosting.md"),
      guide("Operating", "docs/operating.md"),
      guide("Runbook", "docs/runbook.md"),
      guide("Security", "docs/security.md"),
      guide("Delivery of webhooks", "docs/delivery.md"),
      guide("Performance", "docs/performance.md"),
    ],
  },
  {
    title: "How it is tested",
    pages: [
      guide("Scores", "docs/score.md"),
      guide("MCP conformance", "docs/conformance.md"),
      guide("Mutation tests", "docs/mutation-testing.md"),
    ],
  },
  { title: "Changes", pages: [guide("Changelog", "CHANGELOG.md", "changelog")] },
]

/** Pages that are not in the navigation. Other pages link to them. */
const unlisted: (DocsPage & { file?: string })[] = [
  ...allErrorCodes.map((code) => generatedPage(errorCodes[code].title, `errors/${code}`, () => errorPage(code))),
  ...globSync("docs/decisions/*.md").map((file) =>
    guide(`Decision ${file.slice("docs/decisions/".length, -".md".length)}`, file, file.slice("docs/".length, -3)),
  ),
]

export const docsGroups: DocsGroup[] = groups
const listed = groups.flatMap(({ pages }) => pages)
export const docsPages: DocsPage[] = [...listed, ...unlisted]

let paths: Map<string, string> | undefined

/** The path of the page of each file that has one. */
function pathsOfFiles() {
  paths ??= new Map([
    ["docs/openapi.json", "/api/v1/openapi.json"],
    ...[...listed, ...unlisted].flatMap(({ file, path }) => (file ? [[file, path] as const] : [])),
  ])
  return paths
}

export const docsPageAt = (path: string) => docsPages.find((page) => page.path === path)

/** The pages before and after `path` in the navigation. */
export function neighborsOf(path: string) {
  const index = listed.findIndex((page) => page.path === path)
  return { previous: listed[index - 1], next: index === -1 ? undefined : listed[index + 1] }
}
