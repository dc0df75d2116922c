/** Serves the logo of reports to members of the team. */
export { teamLogo as GET } from "@/server/report-logo"
