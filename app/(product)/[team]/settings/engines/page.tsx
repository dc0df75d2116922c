/** The AI engines of the team's scans, with the team's own keys. */
import type { Metadata } from "next"
import { EngineList } from "@/components/engines/engine-list"
import { JudgeForm } from "@/components/engines/judge-form"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Empty } from "@/components/lists/empty"
import { visitTeam } from "@/server/visit"
import type { TeamParams } from "../../layout"

export const metadata: Metadata = { title: "AI engines" }

export default async function EnginesPage({ params }: TeamParams) {
  const { api, role, isAdmin } = await visitTeam((await params).team)
  return (
    <>
      <PageHead isInner title="AI engines">
        Whom the scans of AI visibility ask. Each is asked with a key of your own, which is kept encrypted and never
        shown again{isAdmin ? "." : ". Owners and admins of the team set them up."}
      </PageHead>
      {role === "viewer" ? (
        <Empty title="Only for members">
          Members of the team see which engines are set up. An owner or admin can change your role.
        </Empty>
      ) : (
        <Engines api={api} isAdmin={isAdmin} />
      )}
    </>
  )
}

type Props = Pick<Awaited<ReturnType<typeof visitTeam>>, "api" | "isAdmin">

async function Engines({ api, isAdmin }: Props) {
  const [{ data: engines }, { data: judge }] = await Promise.all([
    api.aiVisibility.listEngineSettings({}),
    api.aiVisibility.getJudge({}),
  ])
  return (
    <>
      <div className="mb-10">
        <EngineList engines={engines} isAdmin={isAdmin} />
      </div>
      <Section
        title="Sentiment"
        lead="One of these engines can read every answer and judge how it speaks of each brand. Without one, sentiment is left empty: it is never guessed."
      >
        <JudgeForm judge={judge} engines={engines.filter((engine) => !engine.is_sample)} isAdmin={isAdmin} />
      </Section>
    </>
  )
}
