-- The name of who started a scan, as it was then; null for schedules and imports.
ALTER TABLE "scan" ADD COLUMN     "started_by" TEXT;
