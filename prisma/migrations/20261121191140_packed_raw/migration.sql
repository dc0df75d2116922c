-- AlterTable
ALTER TABLE "answer" DROP COLUMN "raw",
ADD COLUMN     "raw_gzip" BYTEA;
-- It is packed already.
ALTER TABLE "answer" ALTER COLUMN "raw_gzip" SET STORAGE EXTERNAL;
CREATE INDEX "answer_raw_idx" ON "answer" ("asked_at") WHERE "raw_gzip" IS NOT NULL;
