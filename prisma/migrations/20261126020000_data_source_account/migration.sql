-- Finds the data sources of one account in all teams, because they share its quota.
CREATE INDEX "data_source_provider_account_id_idx" ON "data_source"("provider", "account_id");
