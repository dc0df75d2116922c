-- What a request asked for, how long the database took, and how it failed. Requests before this have none of it.
ALTER TABLE "request_log_entry" ADD COLUMN "query" TEXT,
  ADD COLUMN "db_ms" REAL,
  ADD COLUMN "problem" TEXT;
