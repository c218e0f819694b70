ALTER TABLE "document_shares" ADD COLUMN "max_views" integer;--> statement-breakpoint
ALTER TABLE "document_shares" ADD COLUMN "views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document_shares" ADD COLUMN "last_viewed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "document_shares_with" ON "document_shares" USING btree ("shared_with_user_id");