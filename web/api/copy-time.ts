let time: Date | undefined;

/** Fetches, and notes the moment of the copy that answers while the database is away. */
export async function fetchOrCopy(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const copyOf = response.headers.get('x-copy-of');
  time = copyOf === null ? undefined : new Date(copyOf);
  return response;
}

/** The moment of the server's copy that answered last; undefined if the database did. */
export const serverCopyTime = (): Date | undefined => time;
export const isFromServerCopy = (): boolean => time !== undefined;
