/** Says that the process answers; it asks nothing of the database. */
export const dynamic = "force-dynamic"

export const GET = () => Response.json({ status: "ok" })
