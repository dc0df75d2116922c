/** Lists the reports that were changed last. */
import type { Data } from "@/components/api/types"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Time } from "@/components/time"

type Report = Data<"reports", "list">[number]
type Props = {
  reports: Report[]
  /** By client ID. Without the name, the report stands alone. */
  clientNames: Map<string, string>
  teamPath: string
}

export function ReportList({ reports, clientNames, teamPath }: Props) {
  if (reports.length === 0) return null
  return (
    <Section title="Latest reports">
      <ul className="grid gap-y-4">
        {reports.map(({ id, name, client_id, updated_at }) => (
          <li key={id}>
            <Link href={`${teamPath}/reports/${id}`} className="break-words font-strong hover:underline">
              {name}
            </Link>
            <p className="text-quiet text-table">
              {clientNames.get(client_id)}
              {clientNames.has(client_id) && ", "}
              changed <Time at={updated_at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
