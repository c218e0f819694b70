type Send = (address: string, init: RequestInit) => Promise<Response>;

/** Asked before the application was here: by address, each answer for one reader. */
const early = new Map<string, Promise<Response>>();

/** Asks ahead of the application, in the words in which it asks itself, so that the page's preload answers both. */
export async function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { method: 'GET', credentials: 'include', headers: {} });
  early.set(address, answer);
  return (await answer).clone();
}

/** As fetch; takes the answer that is here or on its way already. */
export const sendOnce: Send = (address, init) => {
  const answer = early.get(address);
  early.delete(address);
  return answer ?? fetch(address, init);
};
