-- The requests of a scan that an engine bills, answered or not, and how many of them have no known price.
ALTER TABLE "scan" ADD COLUMN "requests_billed" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "scan" ADD COLUMN "cost_unknown_n" INTEGER NOT NULL DEFAULT 0;

UPDATE "scan" SET "requests_billed" = "tasks_succeeded" WHERE "trigger" <> 'import';
UPDATE "scan" s SET "cost_unknown_n" = u.n FROM (
    SELECT "scan_id", count(*)::int AS n FROM "answer" WHERE "cost_usd" IS NULL GROUP BY "scan_id"
) u WHERE u."scan_id" = s."id";

-- What a team pays an engine, from a day on. The latest day up to the request applies.
CREATE TABLE "engine_price" (
    "team_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "valid_from" DATE NOT NULL,
    "usd_per_million_in" DECIMAL(12,6) NOT NULL,
    "usd_per_million_out" DECIMAL(12,6) NOT NULL,
    "usd_per_request" DECIMAL(12,6) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_price_pkey" PRIMARY KEY ("team_id", "engine_id", "model", "valid_from")
);

SELECT isolate_tenant_table('engine_price');
