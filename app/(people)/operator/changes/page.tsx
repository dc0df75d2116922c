/** The log of changes made by operators, for the operators of the installation. */
import type { Metadata } from "next"
import { Pager } from "@/components/lists/pager"
import { OperatorChangeTable } from "@/components/operator/operator-change-table"
import { orFirstPage, requireOperator } from "@/server/visit"

export const metadata: Metadata = { title: "Operator changes" }

type Props = { searchParams: Promise<{ cursor?: string }> }

const path = "/operator/changes"

export default async function OperatorChangesPage({ searchParams }: Props) {
  const { api } = await requireOperator()
  const { cursor } = await searchParams
  const { data, meta } = await orFirstPage(api.installation.listChanges({ limit: 50, cursor }), path)
  return (
    <>
      <OperatorChangeTable changes={data} />
      {data.length > 0 && <Pager meta={meta} path={path} query={{ cursor }} noun={["change", "changes"]} />}
    </>
  )
}
