/** The AI engines of the team's scans, with the team's own keys. */
import type { Metadata } from "next"
import { EngineList } from "@/components/engines/engine-list"
import { PriceList } from "@/components/engines/price-list"
import { SentimentModelForm } from "@/components/engines/sentiment-model-form"
import { Spend } from "@/components/engines/spend"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Empty } from "@/components/lists/empty"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "AI engines" }

export default async function EnginesPage({ params }: TeamParams) {
  const { api, role, isAdmin } = await requireTeamMember((await params).team)
  return (
    <>
      <PageHead isInner title="AI engines">
        AI visibility scans ask these engines with your own API keys. Keys are stored encrypted and never shown again.
        {!isAdmin && " Owners and admins of the team can set up engines."}
      </PageHead>
      {role === "viewer" ? (
        <Empty title="Members only">
          Members of the team can see which engines are set up. Ask an owner or admin to change your role.
        </Empty>
      ) : (
        <Engines api={api} isAdmin={isAdmin} />
      )}
    </>
  )
}

type Props = Pick<Awaited<ReturnType<typeof requireTeamMember>>, "api" | "isAdmin">

async function Engines({ api, isAdmin }: Props) {
  const [{ data: engines }, { data: sentimentModel }, { data: prices }, { data: spend }] = await Promise.all([
    api.aiVisibility.listEngineSettings({}),
    api.aiVisibility.getSentimentModel({}),
    api.aiVisibility.listEnginePrices({}),
    api.scans.getSpend({}),
  ])
  return (
    <>
      <div className="mb-10">
        <EngineList engines={engines} isAdmin={isAdmin} />
      </div>
      <Section
        title="Sentiment"
        lead="The sentiment model reads every answer and classifies how it describes each brand. Without a model, sentiment stays empty."
      >
        <SentimentModelForm
          sentimentModel={sentimentModel}
          engines={engines.filter((engine) => !engine.is_sample)}
          isAdmin={isAdmin}
        />
      </Section>
      <Section title="Spend" lead="The cost of this month's scans, including sentiment. Months are in UTC.">
        <Spend spend={spend} isAdmin={isAdmin} />
      </Section>
      <Section
        title="Prices"
        lead="What the engines charge you, so that scans show their cost. Each answer counts at the price that was valid on its day."
      >
        <PriceList prices={prices} engines={engines.filter((engine) => !engine.is_sample)} isAdmin={isAdmin} />
      </Section>
    </>
  )
}
