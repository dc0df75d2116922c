-- Which breakdowns a source keeps of each figure: a query must know before it reads.
ALTER TABLE "data_source" ADD COLUMN "breakdowns" JSONB NOT NULL DEFAULT '{}';
