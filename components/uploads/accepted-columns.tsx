/** Shows an example of a file that is not a platform's download, and the names that its columns may have. */
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { CodeBlock } from "@/components/ui/code-block"
import { Fact } from "@/components/ui/fact"
import { exampleFile, genericColumns } from "@/domain/data-sources/imports/example-file"

export const AcceptedColumns = () => (
  <div className="mt-12 max-w-[640px]">
    <Section
      title="Your own CSV file"
      lead="The first line names the columns. Each other line contains the values of one day, or of one day and one value of each dimension."
    >
      <CodeBlock code={exampleFile} label="Example" />
      <details className="mt-3 text-table">
        <summary className="w-fit text-quiet hover:text-text">All column names</summary>
        <dl className="mt-3 grid gap-3">
          {(Object.keys(columnTitles) as (keyof typeof columnTitles)[]).map((kind) => (
            <Fact key={kind} name={columnTitles[kind]}>
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {genericColumns[kind].map((column) => (
                  <code key={column} className="text-small">
                    {column}
                  </code>
                ))}
              </span>
            </Fact>
          ))}
        </dl>
      </details>
      <Link
        href="/docs/importing-metrics"
        className="mt-3 block w-fit text-quiet text-table underline underline-offset-2 hover:text-text"
      >
        How files are read
      </Link>
    </Section>
  </div>
)

const columnTitles = {
  date: "Date, one of",
  metrics: "Metrics, at least one of",
  dimensions: "Dimensions, any of",
  currency: "Currency, optional, one of",
}
