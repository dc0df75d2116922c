/** Reads the guides in docs/ as Markdown for the pages under /docs. */
import "server-only"
import { readFile } from "node:fs/promises"
import { join, posix } from "node:path"
import { baseUrl } from "@/domain/kernel/base-url"
import { limitsOf, planNames } from "@/domain/kernel/plans"

/** The address that the guides use in examples. */
const exampleBase = "http://localhost:3000"

/**
 * Returns the text of `file`, for example `docs/events.md`. Examples show the address of this installation, and tables
 * show its limits. Links to files become links to their pages. `pathOf` returns the page of a file, if it has one.
 */
export async function readGuide(file: string, pathOf: (file: string) => string | undefined): Promise<string> {
  const text = await readFile(join(process.cwd(), file), "utf8")
  const toPageLink = (markdown: string, label: string, target: string) => {
    const isAddress = /^(https?:|#|\/)/.test(target)
    if (isAddress) return markdown
    const [path = "", anchor] = target.split("#")
    const page = pathOf(posix.normalize(posix.join(posix.dirname(file), path)))
    // Other files of the repository have no page, so only the label stays.
    if (!page) return label
    return anchor ? `[${label}](${page}#${anchor})` : `[${label}](${page})`
  }
  return withLimits(text)
    .split("\n")
    .filter((line) => !line.startsWith("<!--"))
    .join("\n")
    .replaceAll(exampleBase, baseUrl())
    .replace(link, toPageLink)
}

/** `[label](target)` */
const link = /\[([^[\]]+)\]\(([^()\s]+)\)/g

/** Replaces the table of default limits in the file by the limits of this installation. */
function withLimits(text: string) {
  const [before = "", , after] = text.split(/<!-- \/?limits -->/)
  return after === undefined ? text : `${before}${planTable()}${after}`
}

const limitRows = {
  keyRequestsPerMinute: "Requests per minute and key",
  teamRequestsPerMinute: "Requests per minute and team",
  concurrentRequestsPerKey: "Requests at the same time per key",
  keys: "API keys",
  webhookEndpoints: "Webhook endpoints",
  aiAnswersPerMonth: "AI answers per month",
} as const

/** The limits of the plans of this installation as a Markdown table. Plans without API access are left out. */
export function planTable() {
  const plans = planNames.map(limitsOf).filter((limits) => limits.hasDeveloperAccess)
  return [
    `| Limit | ${plans.map(({ label }) => label).join(" | ")} |`,
    `|---|${plans.map(() => "---|").join("")}`,
    ...Object.entries(limitRows).map(
      ([name, label]) =>
        `| ${label} | ${plans.map((limits) => limits[name as keyof typeof limitRows].toLocaleString("en")).join(" | ")} |`,
    ),
  ].join("\n")
}

/** Returns a section with the code of a file, for example a receiver of webhooks. */
export async function codeSection(title: string, file: string, language: string) {
  const code = await readFile(join(process.cwd(), file), "utf8")
  return `## ${title}\n\n\`\`\`${language}\n${code.trimEnd()}\n\`\`\``
}
