-- How many answers name a brand, without counting them.
SELECT keep_tally('mention', 'brand_id');
INSERT INTO "row_tally" ("team_id", "relation", "scope_id", "status", "rows")
SELECT "team_id", 'mention', "brand_id", '', count(*) FROM "mention" GROUP BY 1, 3;
