-- Whether a brand's name needs a sign that it is a name, as everyday words do. Null: the list of everyday words decides.
ALTER TABLE "ai_brand" ADD COLUMN "everyday_word" BOOLEAN;
