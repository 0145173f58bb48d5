/**
 * In `npm run dev` alone: says which state of the files this page was made from, so that the server can have it loaded
 * again when it is an older one. What the server tells while a page is on its way reaches nobody.
 */
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const made = navigation?.serverTiming.find(({ name }) => name === 'lockstep-state');
if (made !== undefined) import.meta.hot?.send('lockstep:shown', { state: made.description });
