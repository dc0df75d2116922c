-- How much of an engine's answer was cut because it was longer than an answer may be.
alter table "answer" add column "cut_characters" integer not null default 0, add column "left_out_sources" integer not null default 0;
