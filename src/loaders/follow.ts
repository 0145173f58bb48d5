import type { AstroIntegration } from 'astro';

const CLIENT = '/src/components/furniture/follow.ts';

/** What a page says once it listens: the state it was made from. */
interface Shown {
  state: string;
}

const isFullReload = (told: unknown): boolean =>
  typeof told === 'object' && told !== null && 'type' in told && told.type === 'full-reload';

/**
 * In `dev`, a page that was asked for before a change and listens only after it is loaded again. The server tells of a
 * change to the pages that listen at that moment; between the request of a page and its first ear there is a second
 * under load, and whoever saves twice meets it.
 */
export function follow(): AstroIntegration {
  return {
    name: 'lockstep-follow',
    hooks: {
      'astro:config:setup': ({ command, injectScript }) => {
        if (command === 'dev') injectScript('page', `import '${CLIENT}';`);
      },
      'astro:server:setup': ({ server }) => {
        const { hot } = server.environments.client;
        let state = 0;
        // Files are forgotten first and pages told after: a page asked for from here on is made of what is there now.
        const send = hot.send.bind(hot);
        hot.send = (...told: [never, never?]): void => {
          if (isFullReload(told[0])) state += 1;
          send(...told);
        };
        hot.on('lockstep:shown', ({ state: shown }: Shown, client) => {
          if (shown !== String(state)) client.send({ type: 'full-reload', path: '*' });
        });
        server.middlewares.use((_request, response, next) => {
          response.setHeader('server-timing', `lockstep-state;desc="${String(state)}"`);
          next();
        });
      },
    },
  };
}
