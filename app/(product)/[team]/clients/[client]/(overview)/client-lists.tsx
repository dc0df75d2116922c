/** Shows the lists of what belongs to a client: goals, data sources, reports and AI-visibility projects. */

import { ProjectTable } from "@/components/ai-visibility/project-table"
import type { Data } from "@/components/api/types"
import { EmptySections } from "@/components/clients/empty-sections"
import { Section } from "@/components/frame/section"
import { GoalList } from "@/components/goals/goal-list"
import { Link } from "@/components/link"
import { CountingGuide } from "@/components/lists/as-api-call"
import { ReportTable } from "@/components/reports/report-table"
import type { CoverageOfList } from "@/components/sources/coverage"
import { SourceLinks } from "@/components/sources/source-links"
import { sourcesSentence } from "@/components/sources/sources-sentence"
import { Button } from "@/components/ui/button"
import type { readProjects } from "./read-projects"

type ListsProps = {
  lists: {
    goals: Data<"clients", "listGoals">
    sources: Data<"dataSources", "list">
    coverage: CoverageOfList | null
    reports: Data<"reports", "list">
    shares: Data<"reports", "listShareSummaries">
  } & Awaited<ReturnType<typeof readProjects>>
  clientName: string
  teamPath: string
  paths: { goals: string; upload: string; newProject: string }
  /** False for viewers and for archived clients. */
  canAdd: boolean
}

/** Shows the lists of what belongs to the client. Empty lists come last, each on one line with its action. */
export function ClientLists({ lists, clientName, teamPath, paths, canAdd }: ListsProps) {
  const { goals, sources, coverage, reports, shares, projects, histories } = lists
  return (
    <>
      {goals.length > 0 && (
        <Section title="Goals" actions={<SmallLink href={paths.goals}>Show all goals</SmallLink>}>
          <GoalList goals={goals} canEdit={false} heading="h3" />
        </Section>
      )}
      {sources.length > 0 && (
        <Section
          title="Data sources"
          lead={sourcesSentence(sources, coverage)}
          actions={canAdd && <SmallLink href={paths.upload}>Upload file</SmallLink>}
        >
          <SourceLinks sources={sources} base={`${teamPath}/sources`} coverage={coverage} />
        </Section>
      )}
      {reports.length > 0 && (
        <Section title="Reports">
          <ReportTable reports={reports} shares={shares} base={`${teamPath}/reports`} />
        </Section>
      )}
      {projects.length > 0 && (
        <Section title="AI visibility" actions={canAdd && <SmallLink href={paths.newProject}>New project</SmallLink>}>
          <ProjectTable projects={projects} histories={histories} projectsPath={`${teamPath}/ai-visibility`} />
          <p className="mt-1 text-quiet text-table">
            Visibility is the share of answers in the latest scan that mention your brand. <CountingGuide />
          </p>
        </Section>
      )}
      {canAdd && (
        <EmptySections
          sections={[
            goals.length === 0 && {
              title: "Goals",
              text: "No active goals. A goal is a target or a budget for a month, a quarter or other dates.",
              action: { name: "Set a goal", href: paths.goals },
            },
            sources.length === 0 && {
              title: "Data sources",
              text: "No data sources yet. Upload a file of metrics, or connect an account.",
              action: { name: "Upload file", href: paths.upload },
            },
            projects.length === 0 && {
              title: "AI visibility",
              text: `No projects yet. Create one to measure how AI engines mention ${clientName}.`,
              action: { name: "New project", href: paths.newProject },
            },
          ]}
        />
      )}
    </>
  )
}

const SmallLink = ({ href, children }: { href: string; children: string }) => (
  <Button asChild size="small">
    <Link href={href}>{children}</Link>
  </Button>
)
