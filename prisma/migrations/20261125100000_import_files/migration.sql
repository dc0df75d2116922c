-- The file that an import read, and the days that came from it: an import from another file must not overwrite them unasked.
ALTER TABLE "sync_run" ADD COLUMN "file_name" TEXT, ADD COLUMN "days" DATE[] DEFAULT ARRAY[]::DATE[];

-- Queries look up the latest rate of a pair of currencies on or before a day.
CREATE INDEX "fx_rate_base_quote_date_idx" ON "fx_rate" ("base", "quote", "date");
