ALTER TABLE "search_entries" ADD COLUMN "words" "tsvector";--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "length" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "search_entries_folded_title" ON "search_entries" USING gin (folded_title gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_entries_without_words" ON "search_entries" USING btree ("kind","id") WHERE words is null;