CREATE TABLE "document_machines" (
	"document_id" uuid NOT NULL,
	"word" varchar(255) NOT NULL,
	"server_id" uuid,
	CONSTRAINT "document_machines_document_id_word_pk" PRIMARY KEY("document_id","word")
);
--> statement-breakpoint
ALTER TABLE "document_machines" ADD CONSTRAINT "document_machines_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Texts that are there already: what they link to and name, as it is noted anew with each save.
INSERT INTO "document_machines" ("document_id", "word", "server_id")
SELECT DISTINCT d.id, link[1], link[1]::uuid
FROM "documents" d, regexp_matches(d.content, '/infrastructure(?:\?server=|/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') AS link
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "document_machines" ("document_id", "word")
SELECT DISTINCT d.id, left(lower(word[1]), 255)
FROM "documents" d, regexp_matches(d.title || ' ' || d.content, '[[:alnum:]][[:alnum:]._-]*[[:alnum:]]', 'g') AS word
WHERE word[1] ~ '^\d{1,3}(\.\d{1,3}){3}$'
  OR (word[1] ~ '[[:alpha:]]' AND (word[1] ~ '^[^.]+(\.[^.]+){2,}$' OR word[1] ~ '^(?=.*\d)[^.]{3,63}$') AND word[1] !~ '^(?=.{12})[0-9a-f-]+$')
ON CONFLICT DO NOTHING;
