/** Result of an import: what was stored, and what to do next. */
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { Button } from "@/components/ui/button"
import { Fact } from "@/components/ui/fact"
import { formatNumber, type Upload } from "./upload-labels"

type Props = {
  upload: Upload
  result: NonNullable<Upload["result"]>
  client: { name: string; href: string }
  path: string
  metricNames: Record<string, string>
}

export function ImportResult({ upload, result, client, path, metricNames }: Props) {
  const metricsHref = result.from ? `${client.href}?from=${result.from}&to=${result.to}` : client.href
  return (
    <Section
      title="Imported"
      lead={`${upload.file_name} is imported for ${client.name}. The uploaded file is deleted.`}
    >
      <dl className="mb-6 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        <Fact name="Account">{result.accounts.join(", ")}</Fact>
        <Fact name="Days">{result.from && result.to ? periodLabel({ from: result.from, to: result.to }) : "none"}</Fact>
        <Fact name="Values added">{formatNumber(result.facts_added)}</Fact>
        <Fact name="Values updated">{formatNumber(result.facts_restated)}</Fact>
        <Fact name="Values unchanged">{formatNumber(result.facts_unchanged)}</Fact>
        {result.days_left_out.length > 0 && (
          <Fact name="Days with errors, not imported">{daysLabel(result.days_left_out)}</Fact>
        )}
        {Object.entries(result.totals).map(([metric, total]) => (
          <Fact key={metric} name={metricNames[metric] ?? metric}>
            <span className="figures">{formatNumber(total)}</span>
          </Fact>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button asChild kind="primary">
          <Link href={metricsHref}>Show metrics of {client.name}</Link>
        </Button>
        <Button asChild>
          <Link href={path}>Upload another file</Link>
        </Button>
      </div>
    </Section>
  )
}

/** Up to three days by date, or more as a count with the first and the last day. `days` are in order. */
function daysLabel(days: string[]) {
  const [from = "", to = ""] = [days[0], days.at(-1)]
  if (days.length > 3) return `${formatNumber(days.length)}, ${periodLabel({ from, to })}`
  return days.map((day) => periodLabel({ from: day, to: day })).join(", ")
}
