/** Serves the logo of reports to visitors of a shared report. */
export { sharedLogo as GET } from "@/server/report-logo"
