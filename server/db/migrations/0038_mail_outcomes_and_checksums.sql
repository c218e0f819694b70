ALTER TABLE "mails" ADD COLUMN "handed_over_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "problem" varchar(200);--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "checksum" varchar(64);