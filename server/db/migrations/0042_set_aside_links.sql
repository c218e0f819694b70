ALTER TABLE "document_links" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document_links" ADD COLUMN "set_aside_by" varchar(255);--> statement-breakpoint
ALTER TABLE "document_machines" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document_machines" ADD COLUMN "set_aside_by" varchar(255);--> statement-breakpoint
ALTER TABLE "server_documents" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "server_documents" ADD COLUMN "set_aside_by" varchar(255);