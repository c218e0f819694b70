import Fastify from 'fastify';
import pg from 'pg';

/**
 * The best that Fastify and pg can achieve on this machine: one prepared statement per operation, without session,
 * permission or validation. limit.ts starts it with BARE_DATABASE and BARE_PORT.
 */
const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE'], max: 16 });
const app = Fastify();

const ask = async (name: string, text: string, values: unknown[] = []) =>
  (await pool.query({ name, text, values })).rows;

app.get<{ Params: { id: string } }>(
  '/documents/:id',
  async ({ params }) =>
    (
      await ask(
        'open',
        `select id, title, content, excerpt, category, tags, author_id, version, is_published, template_type, created_at, updated_at
         from documents where id = $1`,
        [params.id],
      )
    )[0],
);

app.get('/documents', () =>
  ask(
    'list',
    `select id, title, summary, category, tags, author_id, version, updated_at
     from documents where deleted_at is null order by updated_at desc, id desc limit 50`,
  ),
);

/** As the list was measured until November 2026. */
app.get('/documents/texts', () =>
  ask(
    'list of texts',
    `select id, title, left(content, 240) as summary, excerpt, category, tags, author_id, version, is_published, template_type,
       created_at, updated_at
     from documents where deleted_at is null order by updated_at desc, id desc limit 50`,
  ),
);

app.get('/servers', () =>
  ask('servers', 'select * from servers where deleted_at is null order by status_rank, name limit 50'),
);

const searchIn = (table: string, q: string) =>
  ask(
    `search in ${table}`,
    `select id, title, ts_headline('english', body, query) as snippet
     from (select id, title, body, query from ${table}, plainto_tsquery('english', $1) as query
       where words @@ query order by ts_rank(words, query) desc limit 20) as found`,
    [q],
  );
app.get<{ Querystring: { q: string } }>('/search', ({ query }) => searchIn('bare_texts', query.q));
/** As the search was measured until November 2026. */
app.get<{ Querystring: { q: string } }>('/search/generated', ({ query }) =>
  searchIn('bare_documents', query.q),
);

app.put<{ Params: { id: string }; Body: { content: string } }>('/documents/:id', async ({ params, body }) => {
  await ask('save', 'update bare_documents set body = $2, updated_at = now() where id = $1', [
    params.id,
    body.content,
  ]);
  return { id: params.id };
});

await app.listen({ port: Number(process.env['BARE_PORT']), host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
