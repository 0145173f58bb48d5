import { describe, expect, it } from 'vitest';
import { isUnsupportedTarget, withoutVolatile } from './nvcc.ts';
import { readFixture } from './read-fixture.ts';

describe('isUnsupportedTarget', () => {
  it.each(['unsupported-nvcc.txt', 'unsupported-ptxas.txt'])('knows it from %s', (name) => {
    expect(isUnsupportedTarget(readFixture(name))).toBe(true);
  });

  it('knows what older toolkits say', () => {
    expect(isUnsupportedTarget("nvcc fatal   : Value 'sm_120' is not defined for option 'gpu-architecture'\n")).toBe(
      true,
    );
  });

  it.each(['old-vote.txt', 'warnings.txt', 'ptxas-v.txt'])('does not see it in %s', (name) => {
    expect(isUnsupportedTarget(readFixture(name))).toBe(false);
  });
});

describe('withoutVolatile', () => {
  it('drops compile times and nothing else', () => {
    const text = readFixture('ptxas-kernels.txt');
    const left = withoutVolatile(text);
    expect(left).not.toMatch(/Compile time/);
    expect(text.split('\n').length - left.split('\n').length).toBe(9);
    expect(withoutVolatile('ptxas info    : Compile time = 2.6 ms')).toBe('');
  });

  it('names temporary files by what they are made of', () => {
    expect(withoutVolatile(readFixture('old-vote.txt'))).toContain('\nptxas old-vote.ptx, line 30; error   : ');
  });
});
