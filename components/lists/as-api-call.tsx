/**
 * Shows the curl command that requests the page's data from the API and the MCP tool that returns it, and optionally a
 * link to the guide that explains the numbers.
 */
import { Link } from "@/components/link"
import { CodeBlock } from "@/components/ui/code-block"

type Props = {
  curl: string
  /** The name of the MCP tool, if the operation has one. */
  tool: string | undefined
  guide?: { title: string; path: string }
}

export function AsApiCall({ curl, tool, guide }: Props) {
  return (
    <div className="mt-6 grid gap-2 text-table print:hidden">
      {guide && (
        <Link href={guide.path} className="w-fit text-quiet underline underline-offset-2 hover:text-text">
          {guide.title}
        </Link>
      )}
      <details>
        <summary className="w-fit text-quiet hover:text-text">As API call</summary>
        <div className="mt-2 max-w-3xl">
          <CodeBlock code={curl} label="Command" />
          {tool && (
            <p className="mt-2 text-quiet">
              In an assistant, use the{" "}
              <Link href="/docs/mcp-connector" className="underline underline-offset-2 hover:text-text">
                MCP tool
              </Link>{" "}
              <code>{tool}</code>. It may have fewer filters.
            </p>
          )}
        </div>
      </details>
    </div>
  )
}

/** Guides that explain the numbers of pages. */
export const guides = {
  metrics: { title: "What these metrics mean", path: "/docs/ai-visibility" },
  mentions: { title: "How a mention is counted", path: "/docs/counting-mentions" },
  sources: { title: "How sources are counted", path: "/docs/ai-visibility#sources-new-and-lost" },
  daysWithoutData: { title: "What a day without data means", path: "/docs/data-sources#days-without-data" },
  signals: { title: "How signals are detected", path: "/docs/signals" },
}

/** Link to the guide that explains how a mention is counted, beside the numbers that depend on it. */
export const CountingGuide = () => (
  <Link href={guides.mentions.path} className="underline underline-offset-2 hover:text-text">
    {guides.mentions.title}
  </Link>
)
