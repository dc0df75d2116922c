-- What a scan asks if it asks only some of the project's engines or prompts. Trends leave out such scans.
ALTER TABLE "scan" ADD COLUMN "selection" JSONB;
