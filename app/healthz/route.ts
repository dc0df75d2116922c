/** Liveness check: responds without using the database. */
export const dynamic = "force-dynamic"

export const GET = () => Response.json({ status: "ok" })
