import type { FastifyInstance } from 'fastify';
import { brokenLinks } from '../../contract/calls/broken-links.ts';
import { fieldValues } from '../../contract/calls/field-values.ts';
import { companyDomains } from '../../contract/shared/server-words.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { serverLimits } from '../../contract/calls/server-limits.ts';
import { servers as calls } from '../../contract/calls/servers.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, Refusal } from '../http/errors.ts';
import { changeMany, undoBatch } from './batches.ts';
import { listBrokenLinks, setLinkAside } from './broken-links.ts';
import { listDependsOn } from './needs.ts';
import { changeLimits, findLimits } from './limits.ts';
import { needsRoutes } from './needs-routes.ts';
import { csvRoutes } from './csv/routes.ts';
import { linkDocument, listLinkedDocuments, listServersOfDocument, unlinkDocument } from './links.ts';
import { listMentions } from './mentions.ts';
import { readerAt } from './matching.ts';
import { httpSdOf, ansibleOf } from './outputs.ts';
import {
  findServer,
  findServerRow,
  listForPrograms,
  listHistory,
  listManagers,
  listPlaces,
  listServerBin,
  listServers,
  isWatching,
  ownWatch,
} from './queries.ts';
import {
  createServers,
  saveServer,
  wrongManager,
  purgeServer,
  removeServer,
  undeleteServer,
} from './save.ts';
import { listFieldValues } from './vocabulary.ts';
import { watches } from '../db/schema.ts';

function watchRoutes(mount: Mount) {
  const theServer = async (db: Db, id: string) => found(await findServerRow(db, id), 'Server');

  mount(calls.watch, async ({ db, actor, params }) => {
    await theServer(db, params.id);
    await db
      .insert(watches)
      .values({ userId: actor.userId, kind: 'server', subjectId: params.id })
      .onConflictDoNothing();
  });
  mount(calls.watching, async ({ db, actor, params }) => {
    await theServer(db, params.id);
    return { watching: await isWatching(db, actor, params.id) };
  });
  mount(calls.unwatch, async ({ db, actor, params }) => {
    await theServer(db, params.id);
    await db.delete(watches).where(ownWatch(actor, params.id));
  });
}

export function serverRoutes(app: FastifyInstance, mount: Mount, db: Db, config: Config) {
  const schedule = { intervalSeconds: config.CHECK_INTERVAL_SECONDS };
  csvRoutes(app, mount, db, schedule);
  needsRoutes(mount);
  mount(serverLimits.find, ({ db, params: { id } }) => findLimits(db, id));
  mount(serverLimits.change, ({ db, actor, params: { id }, body }) => changeLimits(db, actor, id, body));
  const theServer = async (db: Db, id: string) => found(await findServer(db, id, schedule), 'Server');

  mount(calls.list, async ({ db, actor, query }) =>
    listServers(db, query, { at: await readerAt(db, actor, query), schedule, reader: actor }),
  );
  mount(calls.options, async ({ db }) => ({
    domains: companyDomains(config.ORG_DOMAIN),
    accounts: await listManagers(db),
  }));
  mount(fieldValues.list, ({ db, query }) => listFieldValues(db, query));
  mount(calls.httpSd, async ({ db, actor, query }) => {
    const rows = await listForPrograms(db, query, await readerAt(db, actor, query));
    return httpSdOf(
      rows,
      await listDependsOn(
        db,
        rows.map(({ id }) => id),
      ),
    );
  });
  mount(calls.ansible, async ({ db, actor, query }) => {
    const rows = await listForPrograms(db, query, await readerAt(db, actor, query));
    return ansibleOf(
      rows,
      await listPlaces(db),
      await listDependsOn(
        db,
        rows.map(({ id }) => id),
      ),
    );
  });
  mount(calls.bin, ({ db, query }) => listServerBin(db, query, schedule));
  mount(calls.find, ({ db, params }) => theServer(db, params.id));
  mount(calls.history, async ({ db, actor, params, query }) => {
    const history = await listHistory(db, actor, params.id, query);
    await theServer(db, params.id);
    return history;
  });

  mount(calls.create, async ({ db, actor, body }) => {
    const wrong = await wrongManager(db, body.managedBy);
    if (wrong) return wrong;
    const [row] = await createServers(db, actor, [body], schedule);
    return theServer(db, found(row, 'Server').id);
  });
  mount(calls.update, async ({ db, actor, params, body }) => {
    const refusal = await saveServer(db, { actor, schedule }, params.id, body);
    if (refusal instanceof Refusal) return refusal;
    return theServer(db, params.id);
  });
  mount(calls.remove, ({ db, actor, params }) => removeServer(db, actor, params.id));
  mount(calls.undelete, async ({ db, actor, params }) => {
    await undeleteServer(db, actor, params.id);
    return theServer(db, params.id);
  });
  mount(calls.purge, ({ db, actor, params }) => purgeServer(db, actor, params.id));
  mount(calls.bulk, ({ db, actor, body }) => changeMany(db, actor, body, schedule));
  mount(calls.undoBatch, ({ db, actor, params }) => undoBatch(db, actor, params.id, schedule));

  mount(brokenLinks.list, ({ db, actor, query }) => listBrokenLinks(db, actor, config.ORG_DOMAIN, query));
  mount(brokenLinks.setAside, ({ db, actor, body }) => setLinkAside(db, actor, body));
  linkRoutes(mount, theServer);
  watchRoutes(mount);
}

type TheServer = (db: Db, id: string) => Promise<Server>;

function linkRoutes(mount: Mount, theServer: TheServer) {
  mount(calls.documents, async ({ db, actor, params }) => {
    await theServer(db, params.id);
    return listLinkedDocuments(db, actor, params.id);
  });
  mount(calls.mentions, async ({ db, actor, params }) =>
    listMentions(db, actor, await theServer(db, params.id)),
  );
  mount(calls.linkDocument, ({ db, actor, params, body }) => linkDocument(db, actor, params.id, body));
  mount(calls.unlinkDocument, ({ db, actor, params }) =>
    unlinkDocument(db, actor, params.id, params.documentId),
  );
  mount(calls.ofDocument, ({ db, actor, params }) => listServersOfDocument(db, actor, params.id));
  mount(calls.ofKnowledgeItem, ({ db, actor, params }) => listServersOfDocument(db, actor, params.id));
}
