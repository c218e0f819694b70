CREATE TABLE "search_unread" (
	"kind" varchar(20) NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_vocabulary_near" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
-- What is there already is read as well.
INSERT INTO "search_unread" ("kind", "id") SELECT "kind", "id" FROM "search_entries";