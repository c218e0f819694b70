import { readFileSync } from 'node:fs';
import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { alertInputs } from '../../contract/calls/alert-inputs.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import { utcTime } from '../../contract/shared/dates.ts';
import { requiredLine, text } from '../../contract/shared/fields.ts';
import type { Config } from '../config.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { alerts } from '../db/schema.ts';
import { hit, type Limit } from '../http/rate-limit.ts';
import { acceptFormsOnly } from '../http/request-bodies.ts';
import { addressOf } from '../http/source.ts';
import { acknowledge } from './acknowledge.ts';
import { alertAddresses } from './compose.ts';

const BY_ADDRESS: Limit = { name: 'acknowledge', times: 60, seconds: 600 };

type AlertRow = typeof alerts.$inferSelect;
type Form = { name: string; note: string; problem?: string };
type Page = { status: number; title: string; body: string };

/**
 * The page behind the address in a message. Programs that inspect messages open their addresses, so only the button takes the alert.
 * It works without script and without an account. Whoever has the message may use it, so the name is marked as unverified.
 */
export async function acknowledgePageRoutes(
  app: FastifyInstance,
  { db, config }: { db: Db; config: Config },
) {
  const { tokenOf } = alertAddresses(config);
  const findAlert = async (within: Db, params: unknown): Promise<AlertRow | undefined> => {
    const { data } = alertInputs.acknowledgePage.params.safeParse(params);
    if (!data || !isSame(data.token, tokenOf(data.id))) return undefined;
    return (await within.select().from(alerts).where(eq(alerts.id, data.id)))[0];
  };
  await app.register(async (scope) => {
    acceptFormsOnly(scope);
    scope.get(
      alertInputs.acknowledgePage.path,
      { config: { endpoint: alertInputs.acknowledgePage } },
      async (request, reply) => {
        const alert = await findAlert(db, request.params);
        return send(reply, alert ? pageOf(alert, { name: '', note: '' }) : LOST);
      },
    );
    scope.post(
      alertInputs.acknowledgeByLink.path,
      {
        config: { endpoint: alertInputs.acknowledgeByLink },
        bodyLimit: alertInputs.acknowledgeByLink.maxBodyBytes,
      },
      async (request, reply) => {
        const refusal = await hit(db, BY_ADDRESS, addressOf(request), config.RATE_LIMIT_SCALE);
        if (refusal) return send(reply, messagePage(refusal.status, 'Please wait', refusal.message));
        const page = await db.transaction(async (tx) => {
          await holdTurn(tx, 'alerts', 'engine');
          const alert = await findAlert(tx, request.params);
          return alert ? take(tx, alert, request) : LOST;
        });
        return page ? send(reply, page) : reply.redirect(request.url);
      },
    );
  });
}

/** Returns the page to show; undefined when the alert was taken. */
async function take(tx: Db, alert: AlertRow, { body }: FastifyRequest): Promise<Page | undefined> {
  const { name = '', note = '' } = (body ?? {}) as Partial<Form>;
  if (!isOpen(alert)) return pageOf(alert, { name, note });
  const known = NAME.safeParse(name);
  const written = NOTE.safeParse(note);
  const problem = known.error?.issues[0]?.message ?? written.error?.issues[0]?.message;
  if (!known.success || !written.success)
    return { ...pageOf(alert, { name, note, ...(problem && { problem }) }), status: 400 };
  await acknowledge(
    tx,
    { userId: null, name: `${known.data} (by link)` },
    { id: alert.id, note: written.data || null },
  );
  return undefined;
}

const NAME = requiredLine(ALERT_LIMITS.name, 'Your name');
const NOTE = text(ALERT_LIMITS.note);

const isOpen = ({ resolvedAt, acknowledgedAt }: AlertRow) => resolvedAt === null && acknowledgedAt === null;

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const send = (reply: FastifyReply, { status, title, body }: Page) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${escaped(title)} · Ops Hub</title>
    <link rel="icon" href="/mark.svg" />
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      ${body}
    </main>
  </body>
</html>
`,
    );

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (value: string) => value.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
const paragraph = (value: string) => (value ? `<p>${escaped(value)}</p>` : '');

const messagePage = (status: number, title: string, words: string): Page => ({
  status,
  title,
  body: paragraph(words),
});

const LOST = messagePage(
  404,
  'This address does not work',
  'The alert was deleted, or a part of the address is missing. Copy the whole address from the message.',
);

function pageOf(alert: AlertRow, form: Form): Page {
  const { id, subject, text: said, startedAt, acknowledgedBy, acknowledgedAt, note, resolvedAt } = alert;
  const link = `<p><a href="/alerts/${id}">Open the alert</a> (with an account)</p>`;
  const about = paragraph(said);
  if (resolvedAt)
    return {
      status: 200,
      title: `${subject}: over`,
      body: `${paragraph(`This alert ended at ${utcTime(resolvedAt)}.`)}${about}${link}`,
    };
  if (acknowledgedAt)
    return {
      status: 200,
      title: `${subject}: taken`,
      body: `${paragraph(`${acknowledgedBy} took this alert at ${utcTime(acknowledgedAt)}.`)}${paragraph(note ?? '')}${link}`,
    };
  return {
    status: 200,
    title: subject,
    body: `${paragraph(`This alert began at ${utcTime(startedAt)}, and nobody has taken it.`)}${about}${formOf(form)}${link}`,
  };
}

const formOf = ({ name, note, problem }: Form): string => `<form method="post">
        <label for="name">Your name</label>
        <input id="name" name="name" required maxlength="${ALERT_LIMITS.name}" autocomplete="name" value="${escaped(name)}"${
          problem ? ' aria-invalid="true" aria-describedby="problem"' : ''
        } />
        ${problem ? `<p id="problem" class="problem" role="alert">${escaped(problem)}</p>` : ''}
        <label for="note">Note (optional)</label>
        <textarea id="note" name="note" rows="3" maxlength="${ALERT_LIMITS.note}">${escaped(note)}</textarea>
        <button>Acknowledge</button>
        <p class="muted">Nobody else is called about it. Its end is still told.</p>
      </form>`;

/** The colours of the screens. Without script the browser chooses the theme. */
const COLOURS = readFileSync(new URL('../../web/tokens.css', import.meta.url), 'utf8').replace(
  /\[data-theme='dark'\] \{([^}]*)\}/,
  '@media (prefers-color-scheme: dark) { :root {$1} }',
);

const STYLE = `${COLOURS}
body { margin: 0; background: var(--background); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 34rem; margin: 0 auto; padding: 3rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 0.75rem; }
p { white-space: pre-line; }
form { display: grid; gap: 0.375rem; margin: 1.5rem 0; }
label { font-weight: 600; }
input, textarea { box-sizing: border-box; width: 100%; padding: 0.5rem 0.625rem; border: 1px solid var(--border-strong);
  border-radius: 0.375rem; background: var(--surface); color: inherit; font: inherit; margin-bottom: 0.75rem; }
button { justify-self: start; min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 0.375rem; cursor: pointer;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; }
button:hover { background: var(--accent-hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
a { color: var(--accent-ink); }
.problem { color: var(--red); margin: -0.5rem 0 0.5rem; }
.muted { color: var(--muted); }`;
