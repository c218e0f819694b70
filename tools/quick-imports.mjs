// Loaded before every program that the launcher starts. Node parses a package's `exports` for every file that it
// resolves. Those of drizzle-orm have 180 KB and took half of the server's load time. Its internal relative imports can
// be resolved without them.
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
