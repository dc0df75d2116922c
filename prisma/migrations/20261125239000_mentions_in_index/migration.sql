-- Metrics count the prompts that mention each brand. With these two columns in the index, Postgres reads the counts from the index alone.
ALTER TABLE "visibility_cell_brand" DROP CONSTRAINT "visibility_cell_brand_pkey",
    ADD CONSTRAINT "visibility_cell_brand_pkey" PRIMARY KEY ("scan_id","brand_id","prompt_id","engine_id","region") INCLUDE ("team_id","mentioned");
