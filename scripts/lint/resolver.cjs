/**
 * Resolves a relative import by its spelling alone. Every import here names its file in full, so nothing has to exist
 * for a rule to judge it, and a lint run never depends on what happens to be on disk. Packages stay unresolved, which
 * the boundaries plugin reads as "external".
 */
const path = require('node:path');
const { isBuiltin } = require('node:module');

/** @param {string} source @param {string} file @returns {{found: boolean, path?: string | null}} */
function resolve(source, file) {
  const bare = source.replace(/[?#].*$/, '');
  if (isBuiltin(bare)) return { found: true, path: null };
  if (/^\.{0,2}\//.test(bare)) return { found: true, path: path.resolve(path.dirname(file), bare) };
  return { found: false };
}

module.exports = { interfaceVersion: 2, resolve };
