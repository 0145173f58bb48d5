import { describe, expect, it } from 'vitest';
import { readFixture } from './read-fixture.ts';
import { kernelNameOf, parseDemangled } from './symbols.ts';

const symbols = readFixture('symbols.txt').trim().split('\n');

/** The same name out of the demangled text: what stands before the parameters, less template arguments and scopes. */
function nameIn(demangled: string): string | undefined {
  let bare = demangled.replace(/\(anonymous namespace\)/g, 'anonymous');
  for (let last = ''; last !== bare;) {
    last = bare;
    bare = bare.replace(/<[^<>]*>/g, '');
  }
  return bare.split('(')[0]?.split(/::|\s/).at(-1);
}

describe('kernelNameOf', () => {
  it.each([
    ['_Z8warp_sumPKfPfi', 'warp_sum'],
    ['_ZN3foo3barEv', 'bar'],
    ['_Z6ladderI3SumEvPKf', 'ladder'],
    ['_Z6ladderI3SumLi32EEvPKfPfi', 'ladder'],
    ['_ZN12_GLOBAL__N_16hiddenEPf', 'hidden'],
    ['_ZN5outer43_GLOBAL__N__2646c4e2_10_kernels_cu_f63f76e46hiddenEPf', 'hidden'],
    ['_ZL8internalPi', 'internal'],
    ['_ZN5outerIiLb1EE5innerIJifEEEvv', 'inner'],
    ['_Z5fnargIXadL_Z3fooiEEEvv', 'fnarg'],
    ['plain', 'plain'],
    [
      '__nv_static_32__2646c4e2_10_kernels_cu_f63f76e4__ZN5outer43_GLOBAL__N__2646c4e2_10_kernels_cu_f63f76e46hiddenEPf',
      'hidden',
    ],
  ])('%s is %s', (symbol, name) => {
    expect(kernelNameOf(symbol)).toBe(name);
  });

  it.each([
    ['an operator', '_ZN1FclEv'],
    ['a constructor', '_ZN1FC1Ev'],
    ['what is declared inside a function', '_ZZ4mainE1x'],
    ['a lambda', '_ZZ4mainENKUlvE_clEv'],
    ['a length beyond the end', '_Z99short'],
    ['an expression on the way to the name', '_ZN1AIXplLi1ELi2EEE1fEv'],
    ['a symbol that ends early', '_ZN3foo3bar'],
    ['a namespace alone', '_ZN12_GLOBAL__N_1E'],
    ['no identifier', '$_Z1kv$slow'],
    ['nothing', ''],
  ])('cannot tell for %s', (_, symbol) => {
    expect(kernelNameOf(symbol)).toBeNull();
  });

  it('agrees with c++filt on every recorded symbol', () => {
    const demangled = parseDemangled(readFixture('demangled.txt'), symbols);
    const comparable = symbols.filter((symbol) => demangled.get(symbol) !== null);
    expect(comparable.length).toBeGreaterThan(35);
    expect(comparable.map(kernelNameOf)).toEqual(comparable.map((symbol) => nameIn(demangled.get(symbol) ?? '')));
  });
});

describe('parseDemangled', () => {
  it('gives null for what came back as it was', () => {
    const unreadable = '_Z3decIiEvT_DTplfL0p_Li1EE';
    expect(parseDemangled(readFixture('demangled.txt'), symbols).get(unreadable)).toBeNull();
    expect([...parseDemangled('plain\nfoo::bar()\n', ['plain', '_ZN3foo3barEv'])]).toEqual([
      ['plain', 'plain'],
      ['_ZN3foo3barEv', 'foo::bar()'],
    ]);
  });

  it('refuses another number of lines', () => {
    expect(parseDemangled('', []).size).toBe(0);
    expect(() => parseDemangled('foo::bar()\n', ['_ZN3foo3barEv', 'plain'])).toThrow(/2 lines, one for each symbol/);
  });
});
