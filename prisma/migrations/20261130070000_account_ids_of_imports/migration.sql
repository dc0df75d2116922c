-- Imports now store the IDs of accounts as connections do. Earlier imports get the same IDs, unless the client has both: then
-- each has its own values, and only the team can decide which ones to keep. Processes of the previous version continue to work.
-- If they import a file of such an account meanwhile, they store it as another account.
UPDATE "data_source" d SET "account_id" = p."prefix" || d."account_id", "updated_at" = now()
FROM (VALUES ('meta_ads', 'act_'), ('ga4', 'properties/')) AS p ("provider", "prefix")
WHERE d."provider" = p."provider" AND d."account_id" ~ '^\d+$' AND NOT EXISTS (
  SELECT FROM "data_source" o WHERE o."team_id" = d."team_id" AND o."client_id" = d."client_id"
    AND o."provider" = d."provider" AND o."account_id" = p."prefix" || d."account_id");
