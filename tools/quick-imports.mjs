// Loaded before every program that the launcher starts. Node parses a package's table of parts anew for each of its files that it
// looks for, and drizzle-orm's has 180 KB: half the time that loading the server took. Where its files lie needs no table.
import * as module from 'node:module';

const library = 'drizzle-orm';
const inLibrary = `/node_modules/${library}/`;
const entries = new Map();

function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.includes(inLibrary))
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
  if (specifier.split('/')[0] !== library) return next(specifier, context);
  const entry = `${context.conditions} ${specifier}`;
  if (!entries.has(entry)) entries.set(entry, { ...next(specifier, context), shortCircuit: true });
  return entries.get(entry);
}

module.registerHooks?.({ resolve });
