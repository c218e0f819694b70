DROP INDEX "search_entries_without_words";--> statement-breakpoint
ALTER TABLE "search_entries" ALTER COLUMN "length" SET DEFAULT -1;--> statement-breakpoint
CREATE INDEX "search_entries_unread" ON "search_entries" USING btree ("kind","id") WHERE length < 0;--> statement-breakpoint
-- "backed up" is looked up as "backup" and "kept" as "keep": texts that hold such words are read anew by the next sweep, and found by the old ones until then.
UPDATE "search_entries" SET "length" = -1 WHERE "words" IS NULL OR "words" @@ 'back | log | fail | shut | set | hand | kept | paid | broke | broken | sent | held | wrote | written | built | lost | took | taken | chose | chosen | froze | frozen | stole | stolen | min | max'::tsquery;
