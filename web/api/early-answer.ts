type Send = (address: string, init: RequestInit) => Promise<Response>;

/** Responses requested before the application loaded, by address. Each has one reader. */
const early = new Map<string, Promise<Response>>();

/**
 * Sends a request before the application loads. It uses the application's fetch options, so that the page's preload
 * serves both.
 */
export async function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { method: 'GET', credentials: 'include', headers: {} });
  early.set(address, answer);
  return (await answer).clone();
}

/** Like fetch, but uses a response that was already requested. */
export const sendOnce: Send = (address, init) => {
  const answer = early.get(address);
  early.delete(address);
  return answer ?? fetch(address, init);
};
