/** Shows how many answers of each engine or prompt cite a domain. */

import { Link } from "@/components/link"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"

type Part = { id: string; name: string; href?: string; answers_n: number; cited_n: number }

export function CitedParts({ dimension, parts }: { dimension: string; parts: Part[] }) {
  return (
    <Table label={`By ${dimension.toLowerCase()}`} className="min-w-[300px]">
      <thead>
        <tr>
          <Th>{dimension}</Th>
          <Th className={numeric}>Answers</Th>
          <Th className={numeric}>Share</Th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ id, name, href, answers_n, cited_n }) => (
          <Tr key={id} className={href ? "relative hover:bg-hover" : ""}>
            <Td className="min-w-40">
              {href ? (
                <Link href={href} className="line-clamp-2 break-words after:absolute after:inset-0">
                  {name}
                </Link>
              ) : (
                name
              )}
            </Td>
            <Td className={`${numeric} whitespace-nowrap`}>
              {count(cited_n)} of {count(answers_n)}
            </Td>
            <Td className={numeric}>{answers_n === 0 ? "–" : percent(cited_n / answers_n)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
