import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

/** The two steps of a browser that signs in at an issuer: it is sent there with a cookie, and comes back with it. */
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

/** The value of a cookie that the answer sets; empty where it sets none or takes it away. */
export const cookieIn = (answer: LightMyRequestResponse, name: string): string =>
  answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';
