-- Owners and admins get one email when a key is revoked as leaked. Null: nobody has been written to yet.
ALTER TABLE "api_key" ADD COLUMN "leak_mailed_at" TIMESTAMPTZ(3);
