CREATE TABLE "imported_records" (
	"import_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"subject_id" uuid NOT NULL,
	"digest" varchar(64) NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "imported_records_import_id_kind_subject_id_pk" PRIMARY KEY("import_id","kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "author_elsewhere" varchar(500);--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "author_elsewhere" varchar(500);--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "updater_elsewhere" varchar(500);--> statement-breakpoint
ALTER TABLE "imported_documents" ADD COLUMN "first_version" integer;--> statement-breakpoint
ALTER TABLE "imported_records" ADD CONSTRAINT "imported_records_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;