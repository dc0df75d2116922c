/**
 * Renders Markdown of our own, such as a guide: headings with anchors, tables that are cards on phones, and code with a
 * copy button.
 */
import type { Element, ElementContent, Root, RootContent } from "hast"
import { toString as textOf } from "hast-util-to-string"
import { Children, type ComponentProps, type ReactElement, type ReactNode } from "react"
import ReactMarkdown from "react-markdown"
import rehypeSlug from "rehype-slug"
import remarkGfm from "remark-gfm"
import { visit } from "unist-util-visit"
import { Link } from "@/components/link"
import { CodeBlock } from "@/components/ui/code-block"
import { CodeTabs } from "@/components/ui/code-tabs"
import { ScrollArea } from "@/components/ui/scroll-area"

/** The parsed texts. They do not change while the process runs, and parsing a long one takes about 100 ms. */
const cache = new Map<string, ReactNode>()

export function Markdown({ text }: { text: string }) {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  const elements = ReactMarkdown({
    children: text,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [rehypeSlug, labelCells, groupCode],
    components,
  })
  cache.set(text, elements)
  return elements
}

const heading = (Tag: "h2" | "h3" | "h4", className: string) =>
  function Heading({ id, children }: ComponentProps<"h2">) {
    return (
      <Tag id={id} className={`scroll-mt-20 ${className}`}>
        <a href={`#${id}`} className="hover:underline hover:decoration-line hover:underline-offset-4">
          {children}
        </a>
      </Tag>
    )
  }

/** The tag name of the element that wraps a group of code blocks. */
const codeGroup = "code-group"

const components = {
  h1: ({ children }: { children?: ReactNode }) => <h1 className="text-figure wrap-anywhere">{children}</h1>,
  h2: heading("h2", "mt-12 text-title wrap-anywhere"),
  h3: heading("h3", "mt-8 text-lead"),
  h4: heading("h4", "mt-6 font-strong"),
  p: ({ children }: { children?: ReactNode }) => <p className="mt-3 max-w-[68ch] first:mt-0">{children}</p>,
  ul: ({ children }: { children?: ReactNode }) => (
    <ul className="mt-3 max-w-[68ch] list-disc space-y-1.5 pl-5">{children}</ul>
  ),
  ol: ({ children }: { children?: ReactNode }) => (
    <ol className="mt-3 max-w-[68ch] list-decimal space-y-1.5 pl-5">{children}</ol>
  ),
  a: ({ href = "", children }: ComponentProps<"a">) => {
    const className = "text-accent underline underline-offset-2 wrap-anywhere"
    // The browser itself follows links within the page.
    if (href.startsWith("#"))
      return (
        <a href={href} className={className}>
          {children}
        </a>
      )
    return (
      <Link href={href} prefetch={false} className={className}>
        {children}
      </Link>
    )
  },
  code: ({ children }: { children?: ReactNode }) => (
    <code className="rounded-[3px] bg-hover px-1 py-0.5 text-[0.92em] wrap-anywhere">{children}</code>
  ),
  pre: ({ children }: { children?: ReactNode }) => <Fence>{children}</Fence>,
  [codeGroup]: ({ children }: { children?: ReactNode }) => <FenceGroup>{children}</FenceGroup>,
  table: ({ className = "", children }: ComponentProps<"table">) => (
    <ScrollArea label="Table" className="mt-4 rounded-box border border-line bg-surface">
      <table className={`w-full border-collapse text-table md:[&_td:first-child_code]:whitespace-nowrap ${className}`}>
        {children}
      </table>
    </ScrollArea>
  ),
  th: ({ children }: { children?: ReactNode }) => (
    <th scope="col" className="whitespace-nowrap border-line border-b px-3 py-2 text-left text-quiet text-small">
      {children}
    </th>
  ),
  tr: ({ children }: { children?: ReactNode }) => <tr className="border-line border-t">{children}</tr>,
  td: ({ children, "data-label": label }: ComponentProps<"td"> & { "data-label"?: string }) => (
    <td data-label={label} className="px-3 py-2 align-top wrap-anywhere md:min-w-24">
      {children}
    </td>
  ),
}

/** A block of code between fences. Its only child is a `code` element. */
function Fence({ children }: { children?: ReactNode }) {
  const { code, language } = codeOf(children)
  return (
    <div className="mt-4">
      <CodeBlock code={code} label={languageNames[language] ?? "Code"} className="max-h-[520px]" />
    </div>
  )
}

/** Several blocks of code. They are tabs if each is in a different language of `requestLanguages`. */
function FenceGroup({ children }: { children?: ReactNode }) {
  const fences = Children.toArray(children) as ReactElement<{ children: ReactNode }>[]
  const codes = new Map(
    fences.map(({ props }) => {
      const { code, language } = codeOf(props.children)
      return [requestLanguages[language], code]
    }),
  )
  if (codes.has(undefined) || codes.size < fences.length) return fences
  return (
    <div className="mt-4">
      <CodeTabs label="Language" code={Object.fromEntries(codes)} />
    </div>
  )
}

/** The text and the language of a `code` element. Its class names the language. */
function codeOf(element: ReactNode) {
  const { className = "", children } = (element as ReactElement<ComponentProps<"code">>).props
  return { code: String(children).trimEnd(), language: className.replace("language-", "") }
}

/** The languages of requests, with the names of their tabs. */
const requestLanguages: Record<string, string> = { sh: "curl", js: "Node", python: "Python" }

const languageNames: Record<string, string> = {
  sh: "Commands",
  json: "JSON",
  js: "JavaScript",
  python: "Python",
  go: "Go",
  php: "PHP",
  ruby: "Ruby",
  mermaid: "Diagram",
}

/**
 * Rehype plugin that wraps code blocks that follow each other, such as the same request in three languages, in one
 * element. The page shows it as tabs.
 */
const groupCode = () => (tree: Root) => {
  const grouped: RootContent[] = []
  let group: Element[] = []
  function endGroup() {
    const [first, ...others] = group
    if (first && others.length === 0) grouped.push(first)
    else if (first) grouped.push({ type: "element", tagName: codeGroup, properties: {}, children: group })
    group = []
  }
  for (const node of tree.children) {
    const isSpaceInGroup = group.length > 0 && isSpace(node)
    if (isCode(node)) group.push(node)
    else if (!isSpaceInGroup) {
      endGroup()
      grouped.push(node)
    }
  }
  endGroup()
  tree.children = grouped
}

const isCode = (node: RootContent): node is Element => node.type === "element" && node.tagName === "pre"

const isSpace = (node: RootContent) => node.type === "text" && node.value.trim() === ""

/**
 * Rehype plugin for tables with more than two columns. Phones show such a table as cards without headers
 * (app/globals.css), so each cell after the first is labeled with the header of its column.
 */
const labelCells = () => (tree: Root) =>
  visit(tree, { tagName: "table" }, (node) => {
    const table = node as Element
    const [header, ...rows] = table.children.filter(isElement).flatMap(({ children }) => children.filter(isElement))
    const labels = header?.children.filter(isElement).map(textOf) ?? []
    if (labels.length <= 2) return
    table.properties["className"] = ["cards"]
    for (const row of rows)
      row.children.filter(isElement).forEach((cell, i) => {
        // The first cell is the title of the card.
        if (i > 0) cell.properties["dataLabel"] = labels[i]
      })
  })

const isElement = (node: ElementContent): node is Element => node.type === "element"
