/** The AI engines of the team's scans, with the team's own keys. */
import type { Metadata } from "next"
import { describeEnabledEngines, isConfigured } from "@/components/engines/engine-labels"
import { EngineList } from "@/components/engines/engine-list"
import { PriceList } from "@/components/engines/price-list"
import { SentimentModelForm } from "@/components/engines/sentiment-model-form"
import { Spend } from "@/components/engines/spend"
import { Section } from "@/components/frame/section"
import { Empty } from "@/components/lists/empty"
import { TabHead } from "@/components/settings/tab-head"
import { roleAtLeast } from "@/domain/kernel/roles"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "AI engines" }

export default async function EnginesPage({ params }: TeamParams) {
  const { api, role, isAdmin } = await requireTeamMember((await params).team)
  if (roleAtLeast(role, "member")) return <Engines api={api} isAdmin={isAdmin} />
  return (
    <>
      <TabHead title="AI engines" />
      <Empty title="Members only">
        Members of the team can see which engines are set up. Ask an owner or admin to change your role.
      </Empty>
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
  const realEngines = engines.filter((engine) => !engine.is_sample)
  const hasOwnEngine = realEngines.some(isConfigured)
  // A team that has only sample engines has no costs and no model to choose. Stored settings stay visible.
  const hasCosts =
    hasOwnEngine || sentimentModel.is_enabled || prices.length > 0 || spend.cap_usd !== null || spend.spent_usd > 0
  return (
    <>
      <TabHead title="AI engines">
        <strong className="text-text">{describeEnabledEngines(engines)}</strong> Scans use your own API keys, which are
        stored encrypted. An API knows no chat history of a user, so its answers can differ from those in the engine's
        app.
        {!isAdmin && " Owners and admins of the team can set up engines."}
      </TabHead>
      <div className="mb-10">
        <EngineList engines={engines} prices={prices} isAdmin={isAdmin} />
      </div>
      {hasCosts ? (
        <>
          <Section
            title="Sentiment"
            lead="A model reads every answer and classifies how it describes each brand. Without a model, sentiment stays empty."
          >
            <SentimentModelForm sentimentModel={sentimentModel} engines={realEngines} isAdmin={isAdmin} />
          </Section>
          <Section title="Spend" lead="The cost of this month's scans, including sentiment. Months are in UTC.">
            <Spend spend={spend} isAdmin={isAdmin} />
          </Section>
          <Section title="Prices" lead="What the engines charge you, so that scans show their cost.">
            <PriceList prices={prices} engines={realEngines} isAdmin={isAdmin} />
          </Section>
        </>
      ) : (
        <p className="max-w-[68ch] text-quiet">
          {isAdmin
            ? "When you have set up an engine, you can choose a model for sentiment, set a monthly spend cap and enter prices here."
            : "Sentiment is off. It needs an engine other than a sample engine."}
        </p>
      )}
    </>
  )
}
