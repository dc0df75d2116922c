/** Where Prisma finds the schema and the migrations; the address of the database comes from the environment. */
import { defineConfig } from "prisma/config"

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL || "" },
})
