ALTER TABLE "document_links" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document_links" ADD COLUMN "set_aside_by" varchar(255);--> statement-breakpoint
ALTER TABLE "document_machines" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document_machines" ADD COLUMN "set_aside_by" varchar(255);--> statement-breakpoint
ALTER TABLE "server_documents" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "server_documents" ADD COLUMN "set_aside_by" varchar(255);--> statement-breakpoint
-- By hand: an address is found in any notation. The next clean-up rebuilds the entries that have one.
UPDATE "search_entries" SET "length" = -1
  WHERE "folded" ~ '([0-9a-f]{2}[:-]){5}[0-9a-f]{2}|([0-9a-f]{4}\.){2}[0-9a-f]{4}|::|([0-9a-f]{1,4}:){7}[0-9a-f]';
