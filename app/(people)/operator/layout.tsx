/** Layout of the pages for operators of the installation. Other people get the not-found page. */
import type { ReactNode } from "react"
import { PageHead } from "@/components/frame/page-head"
import { TabLinks } from "@/components/frame/tab-links"
import { requireOperator } from "@/server/visit"

const tabs = [
  { name: "Teams", href: "/operator", isExact: true },
  { name: "Changes", href: "/operator/changes" },
]

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  await requireOperator()
  return (
    <div className="mx-auto mt-6 w-full max-w-[1136px]">
      <PageHead title="Operator">All teams of this installation. You cannot see a team's data here.</PageHead>
      <TabLinks label="Operator" tabs={tabs} />
      {children}
    </div>
  )
}
