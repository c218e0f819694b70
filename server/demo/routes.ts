import { demo } from '../../contract/calls/demo.ts';
import type { Config } from '../config.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Mount } from '../http/endpoint.ts';
import { refuse } from '../http/errors.ts';
import { addDemoData, hasDemoData, removeDemoData } from './queries.ts';

export function demoRoutes(mount: Mount, config: Config) {
  mount(demo.add, async ({ db, actor }) => {
    await holdTurn(db, 'demo', 'all');
    if (await hasDemoData(db)) return refuse(409, 'demo_there', 'The demo data is there already.');
    return addDemoData(db, actor, config.ORG_DOMAIN);
  });
  mount(demo.remove, ({ db, actor }) => removeDemoData(db, actor));
}
