-- Substring search needs trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Order of names for people, the same on every server: letters before case, numbers by value.
CREATE COLLATION IF NOT EXISTS ops_natural (provider = icu, locale = 'und-u-kn-true');
