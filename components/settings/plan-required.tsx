/** Shown when the team's plan does not include what the page is for. `children` says what does not work. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { Button } from "@/components/ui/button"

type Props = { title: string; teamPath: string; children: ReactNode }

export function PlanRequired({ title, teamPath, children }: Props) {
  return (
    <div className="mb-5">
      <Empty
        title={title}
        action={
          <Button asChild kind="primary">
            <Link href={`${teamPath}/settings/plan`}>View plans</Link>
          </Button>
        }
      >
        {children}
      </Empty>
    </div>
  )
}
