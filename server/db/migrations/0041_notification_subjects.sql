ALTER TABLE "notifications" ADD COLUMN "subject" varchar(255);--> statement-breakpoint
CREATE INDEX "notifications_open" ON "notifications" USING btree ("kind","subject") WHERE "notifications"."read_at" is null;--> statement-breakpoint
-- Stored notifications of servers and backups close like new ones.
UPDATE "notifications" SET "subject" = substr("link", length('/infrastructure/') + 1)
  WHERE "kind" = 'server.status' AND "link" LIKE '/infrastructure/%' AND "read_at" IS NULL;--> statement-breakpoint
UPDATE "notifications" SET "subject" = CASE WHEN "title" LIKE 'The archive %' THEN 'archive' ELSE 'backup' END
  WHERE "kind" = 'backup' AND "read_at" IS NULL;--> statement-breakpoint
-- An account whose name no other waiting account has.
UPDATE "notifications" SET "subject" = "waiting"."id"::text
  FROM (SELECT min("id"::text) AS "id", btrim(concat_ws(' ', "first_name", "last_name")) AS "name" FROM "users"
    WHERE "account_status" = 'pending_approval' GROUP BY 2 HAVING count(*) = 1) AS "waiting"
  WHERE "kind" = 'approval' AND "read_at" IS NULL AND "title" = "waiting"."name" || ' waits for approval';--> statement-breakpoint
-- The others were decided already.
UPDATE "notifications" SET "read_at" = now()
  WHERE "kind" = 'approval' AND "read_at" IS NULL AND "subject" IS NULL
    AND NOT EXISTS (SELECT FROM "users" WHERE "account_status" = 'pending_approval');
