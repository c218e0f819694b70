import { createElement, type FunctionComponent, use } from 'react';

/**
 * A screen that is fetched when somebody goes there or is about to. One that does not arrive breaks the screen alone, which
 * says so, and is asked for again; the router's own way would load the whole page anew, also without a network. The type of
 * the module is left open: screens know the addresses of all routes, which would be known by their screens.
 */
export function fetchedScreen<Props extends object>(
  load: () => Promise<unknown>,
  name: string,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let here: FunctionComponent<Props> | undefined;
  let arriving: Promise<FunctionComponent<Props>> | undefined;
  let hasFailed = false;
  const arrive = () =>
    (arriving ??= load().then(
      (module) => (here = (module as Record<string, FunctionComponent<Props>>)[name] ?? noSuch(name)),
      (error: unknown) => {
        hasFailed = true;
        throw error;
      },
    ));
  const Screen = (props: Props) => createElement(here ?? use(arrive()), props);
  // Only who goes there anew asks again: drawing, which is tried again after each fault, would ask without end.
  const preload = () => {
    if (hasFailed) arriving = undefined;
    hasFailed = false;
    // Whoever only points at a link hears of no fault.
    return arrive().then(nothing, nothing);
  };
  return Object.assign(Screen, { preload });
}

function noSuch(name: string): never {
  throw new Error(`The module has no ${name}`);
}

const nothing = () => undefined;
