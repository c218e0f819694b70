CREATE TABLE "category_readers" (
	"category" varchar(100) NOT NULL,
	"readers" text[] NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "category_readers_category" ON "category_readers" USING btree (lower("category" collate ops_natural));