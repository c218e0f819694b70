CREATE TABLE "document_links" (
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	CONSTRAINT "document_links_from_id_to_id_pk" PRIMARY KEY("from_id","to_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"key" varchar(60) NOT NULL,
	"version" integer,
	"fields" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "object_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "object_uses" (
	"document_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	CONSTRAINT "object_uses_document_id_object_id_pk" PRIMARY KEY("document_id","object_id")
);
--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "last_needed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_from_id_documents_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "object_uploads" ADD CONSTRAINT "object_uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "object_uses" ADD CONSTRAINT "object_uses_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "object_uses" ADD CONSTRAINT "object_uses_object_id_objects_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_links_to" ON "document_links" USING btree ("to_id");--> statement-breakpoint
CREATE INDEX "drafts_saved" ON "drafts" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "object_uploads_expires" ON "object_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "object_uses_object" ON "object_uses" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "objects_owner" ON "objects" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "objects_needed" ON "objects" USING btree ("last_needed_at");--> statement-breakpoint
-- Written by hand: what the versions and texts that are there already show and link to.
INSERT INTO "object_uses" SELECT DISTINCT v.document_id, o.id FROM "document_versions" v, regexp_matches(v.content, '/objects/([0-9a-f-]{36})', 'g') AS found JOIN "objects" o ON o.id::text = found[1];--> statement-breakpoint
INSERT INTO "document_links" SELECT DISTINCT d.id, found[1]::uuid FROM "documents" d, regexp_matches(d.content, '/knowledge-base\?doc=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') AS found WHERE found[1]::uuid <> d.id;
