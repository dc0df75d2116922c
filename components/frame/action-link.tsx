/** Link in the accent color that stands alone: beside a heading, below a list, or as the action of an empty state. */
import { Link } from "@/components/link"

type Props = { href: string; children: string | string[] }

/** At least 24 pixels high, the smallest target for touch. */
export const ActionLink = ({ href, children }: Props) => (
  <Link href={href} className="inline-flex min-h-6 items-center text-accent text-table hover:underline">
    {children}
  </Link>
)
