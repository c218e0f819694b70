/**
 * An address that is opened once more, by hand or from a bookmark, shows what it says: Chromium hands it what the page before
 * had noted for itself, such as a document that was being created. A reload and the way back go on from there.
 */
const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (opened?.type === 'navigate' && history.state !== null) history.replaceState(null, '');
