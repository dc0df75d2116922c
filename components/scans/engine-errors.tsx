/** Lists the errors of one engine of a scan, with links to their questions and with advice. */
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { count } from "@/domain/kernel/format-count"
import { describeError } from "./error-labels"
import type { Progress } from "./scan-labels"

/** `path` is the path of the scan's page. */
type Props = { engine: Progress["engines"][number]; path: string }

export function EngineErrors({ engine: { engine_id, errors }, path }: Props) {
  if (errors.length === 0) return null
  return (
    <ul className="mt-2 grid gap-1.5 text-table">
      {errors.map(({ code, failed, waiting }) => (
        <li key={code} className="border-line border-l-2 pl-3">
          <Link
            href={`${urlWithQuery(path, { status: failed > 0 ? "failed" : "pending", engine: engine_id, error_code: code })}#tasks`}
            className="font-strong underline decoration-edge underline-offset-2 hover:decoration-current"
          >
            {describeError(code).label}
          </Link>
          <span className="figures text-quiet">
            {failed > 0 && `, ${count(failed)} failed`}
            {waiting > 0 && `, ${count(waiting)} will be retried`}
          </span>
          {failed > 0 && <span className="block text-quiet">{describeError(code).advice}</span>}
        </li>
      ))}
    </ul>
  )
}
