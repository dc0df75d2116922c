/** Returns the page that an entry of a breadcrumb's menu opens. */
import type { SwitchTo } from "./use-siblings"

type Switcher = {
  kind: SwitchTo
  /** The address above the pages of the menu. */
  path: string
}

/**
 * Another project opens on the tab of `currentPath`, by default that of the window. Other records open on their first
 * page.
 */
export function siblingPath({ kind, path }: Switcher, id: string, currentPath = location.pathname): string {
  const isProject = kind === "projects" || kind === "clientsWithProjects"
  const tab =
    isProject && currentPath.startsWith(`${path}/`) ? projectTab(currentPath.slice(path.length + 1)) : undefined
  return tab ? `${path}/${id}/${tab}` : `${path}/${id}`
}

/** The pages that every project has. A page below them, such as that of a prompt, belongs to one project. */
const projectTabs = [
  "prompts",
  "answers",
  "citations",
  "scans",
  "settings/brands",
  "settings/prompts",
  "settings/engines",
  "settings/project",
  "settings",
]

/** `page` starts with the project's id. Undefined for the overview. */
function projectTab(page: string) {
  const inProject = page.replace(/^[^/]*\/?/, "")
  return projectTabs.find((tab) => inProject === tab || inProject.startsWith(`${tab}/`))
}
