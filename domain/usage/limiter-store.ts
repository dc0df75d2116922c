/** Where rate limits are counted: in this process, or in Postgres when RATE_LIMIT_STORE=postgres lets several processes share them. */
import { database } from "@/prisma/client"

/** Settings for the limiter's Postgres store (table `rate_limit`), or undefined for memory. */
export const limiterStore = () =>
  process.env.RATE_LIMIT_STORE === "postgres"
    ? { storeClient: database().pool, storeType: "pool", tableName: "rate_limit", tableCreated: true }
    : undefined
