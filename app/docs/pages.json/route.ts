/** Lists the titles and addresses of the documentation, for the command palette. */
import { docsPages } from "@/server/docs/pages"

// The list is part of the code, so it is written when the pages are built.
export const dynamic = "force-static"

/** Leaves out decision records, because few readers look for them. */
export const GET = () =>
  Response.json(
    docsPages.filter(({ path }) => !path.startsWith("/docs/decisions/")).map(({ path, title }) => ({ path, title })),
  )
