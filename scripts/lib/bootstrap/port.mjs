import { createServer } from 'node:net';

/** Whether a server can listen there now. @param {number} port @param {string} [host] @returns {Promise<boolean>} */
export function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, ...(host === undefined ? {} : { host }), exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** A port that nobody uses now, as the system gives one. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
