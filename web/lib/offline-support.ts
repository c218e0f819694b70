type Support = { isSupported: true } | { isSupported: false; reason: string };

/** Whether this browser can keep what an outage needs, or why not, in a sentence for people. */
export function offlineSupport(): Support {
  if (document.documentElement.dataset['offlineDays'] === undefined)
    return no('This installation of Ops Hub keeps nothing in browsers (OFFLINE=off).');
  if (!isSecureContext)
    return no('Browsers keep nothing for this address, because it does not start with https.');
  if (!hasStorage())
    return no(
      'This browser lets Ops Hub store nothing. Some do so in private windows, or if a setting forbids it.',
    );
  return { isSupported: true };
}

const no = (reason: string): Support => ({ isSupported: false, reason });

/** A browser that forbids storage throws on the first access, or lacks it. */
function hasStorage(): boolean {
  try {
    return [navigator.serviceWorker, self.caches, self.indexedDB].every(Boolean);
  } catch {
    return false;
  }
}
