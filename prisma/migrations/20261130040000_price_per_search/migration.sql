-- The fee of a web search. Null: not known. Earlier prices had such fees in the price per request, so they get 0.
ALTER TABLE "engine_price" ADD COLUMN "usd_per_search" DECIMAL(12,6) DEFAULT 0;
ALTER TABLE "engine_price" ALTER COLUMN "usd_per_search" DROP DEFAULT;

-- The number of web searches that an engine billed for an answer. Null: not known.
ALTER TABLE "answer" ADD COLUMN "searches_n" INTEGER;
