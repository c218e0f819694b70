import { createElement, type FunctionComponent, use } from 'react';

/** Asks again for parts that did not arrive; each is taken out once it is asked for. */
const failed = new Set<() => void>();

/** Clears failed loads, so that the next render loads these parts again. */
export function askAgainForParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A screen or a part of one that is fetched when somebody goes there or is about to. One that does not arrive breaks itself
 * alone, shows a failure, and is fetched again on retry; the router's own way would load the whole page anew, also without a network. The
 * type of the module is left open: screens know the addresses of all routes, which would be known by their screens.
 */
export function fetchedPart<Props extends object>(
  load: () => Promise<unknown>,
  name: string,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let here: FunctionComponent<Props> | undefined;
  let loadAgain = load;
  let arriving: Promise<FunctionComponent<Props>> | undefined;
  const forget = () => (arriving = undefined);
  const arrive = () =>
    (arriving ??= loadAgain().then(
      (module) => (here = (module as Record<string, FunctionComponent<Props>>)[name] ?? noSuch(name)),
      (error: unknown) => {
        // Only a new visit loads again. Loading on each render after a failure would never end.
        failed.add(forget);
        loadAgain = afresh(error) ?? load;
        throw error;
      },
    ));
  const Part = (props: Props) => createElement(here ?? use(arrive()), props);
  const preload = () => {
    if (failed.delete(forget)) forget();
    // Pointing at a link reports no failure.
    return arrive().then(nothing, nothing);
  };
  return Object.assign(Part, { preload });
}

let tries = 0;

/** Browsers remember for the life of a page that a module did not come, by its address, which most name in the error. */
function afresh(error: unknown): (() => Promise<unknown>) | undefined {
  const address = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0];
  return address === undefined ? undefined : () => import(/* @vite-ignore */ `${address}?again=${++tries}`);
}

function noSuch(name: string): never {
  throw new Error(`The module has no ${name}`);
}

const nothing = () => undefined;
