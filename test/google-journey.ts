import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

/**
 * The two steps of a browser that signs in at an issuer: a redirect to it with a cookie, and the way back with this cookie.
 */
export async function startAt({ anonymous }: Pick<TestApp, 'anonymous'>, url = '/auth/google') {
  const answer = await anonymous.send({ method: 'GET', url });
  const address = String(answer.headers.location);
  return { address, cookie: cookieIn(answer, 'google'), query: new URL(address, 'http://here').searchParams };
}

export const goBack = ({ anonymous }: Pick<TestApp, 'anonymous'>, cookie: string, returned: URL) =>
  anonymous.send({
    method: 'GET',
    url: returned.pathname + returned.search,
    headers: { cookie: `google=${cookie}` },
  });

/** The value of a cookie that the response sets. Empty if the response sets none or deletes it. */
export const cookieIn = (answer: LightMyRequestResponse, name: string): string =>
  answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';
