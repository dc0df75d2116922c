-- DropIndex
DROP INDEX "request_log_entry_created_at_idx";

-- DropIndex
DROP INDEX "request_log_entry_team_id_key_id_created_at_id_idx";

-- AlterTable
ALTER TABLE "request_log_entry" DROP CONSTRAINT "request_log_entry_pkey",
ADD CONSTRAINT "request_log_entry_pkey" PRIMARY KEY ("team_id", "key_id", "id");

-- CreateIndex
CREATE INDEX "request_log_entry_created_at_idx" ON "request_log_entry" USING BRIN ("created_at");