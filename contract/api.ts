import { accounts } from './accounts.ts';
import { documents, knowledgeBase } from './documents.ts';
import { jobs } from './jobs.ts';
import { live } from './live.ts';
import { objects } from './objects.ts';
import { operations } from './operations.ts';
import { search } from './search.ts';
import type { Endpoint } from './endpoint.ts';

/** Table of contents: every call of the product. */
export const api = { accounts, documents, knowledgeBase, search, jobs, live, objects, operations };

export const everyEndpoint = (): Endpoint[] =>
  Object.values(api).flatMap((room) => Object.values<Endpoint>(room));
