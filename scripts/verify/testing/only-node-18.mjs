/**
 * Takes away what came to JavaScript and Node after Node 18, so that a newer Node runs a program as Node 18 would.
 * Loaded with `node --import`. Dates: https://node.green and the Node changelogs.
 */
/** @type {[object, string[]][]} */
const lost = [
  [String.prototype, ['isWellFormed', 'toWellFormed']],
  [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
  [Object.getPrototypeOf(Int8Array.prototype), ['toSorted', 'toReversed', 'with']],
  [Array, ['fromAsync']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [Promise, ['withResolvers', 'try']],
  [ArrayBuffer.prototype, ['transfer', 'resize']],
  [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
  [
    Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    ['map', 'filter', 'toArray', 'forEach', 'flatMap', 'some', 'every', 'find', 'reduce'],
  ],
  [RegExp, ['escape']],
  [globalThis, ['Iterator', 'Float16Array']],
];
for (const [owner, names] of lost) {
  for (const name of names) Reflect.deleteProperty(owner, name);
}
