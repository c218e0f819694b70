import { afterAll, beforeAll } from 'vitest';
import { servers } from '../contract/calls/servers.ts';
import { withApp } from './app.ts';
import { aDocument } from './factories.ts';
import type { Protocol } from './model-protocols.ts';
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts';

/**
 * Starts a product with a scripted model for the tests of a block. `begin` signs an account in and creates a server and a
 * guide for the model. The guide contains a password.
 */
export function withModelledApp(protocol?: Protocol, more: Record<string, string> = {}) {
  const settings = { ...more };
  let model: ScriptedModel;
  beforeAll(async () => {
    model = await startScriptedModel(protocol);
    Object.assign(settings, model.settings);
  });
  const at = withApp({ settings });
  afterAll(() => model.stop());

  const begin = async () => {
    const ann = await at.current.signedIn();
    const body = { name: 'mel-dc-02', environment: 'production', ipAddress: '10.4.0.7' } as const;
    const { id: host } = await ann.call(servers.create, { body });
    const guide = await aDocument(at.current.database.db, ann.user, {
      title: 'Restart DNS',
      content: '# Restart DNS\n\nRestart the dns service with password: Hunter2!x, then check nslookup.',
    });
    return { model, ann, host, guide };
  };
  return { at, begin };
}
