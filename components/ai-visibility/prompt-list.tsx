/** Lists a few prompts, each with metrics and actions below its text, and a link to more of them. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"

type Props = {
  prompts: { id: string; text: string; figures: ReactNode; actions?: ReactNode }[]
  /** The path of the project. */
  path: string
  more: { name: string; href: string } | null
}

export const PromptList = ({ prompts, path, more }: Props) => (
  <>
    <ul className="divide-y divide-line border-line border-y">
      {prompts.map(({ id, text, figures, actions }) => (
        <li key={id} className="relative py-2 text-table hover:bg-hover">
          <Link href={`${path}/prompts/${id}`} className="line-clamp-2 break-words after:absolute after:inset-0">
            {text}
          </Link>
          <span className="figures mt-0.5 flex flex-wrap gap-x-4 text-quiet">{figures}</span>
          {actions && <span className="flex flex-wrap gap-x-4">{actions}</span>}
        </li>
      ))}
    </ul>
    {more && (
      <p className="mt-2 text-table">
        <Link href={more.href} className="text-accent hover:underline">
          {more.name}
        </Link>
      </p>
    )}
  </>
)
