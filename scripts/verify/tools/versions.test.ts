import { describe, expect, it } from 'vitest';
import { tool } from '../../../src/schema/toolchain.ts';
import { readFixture } from './read-fixture.ts';
import { toolFrom } from './versions.ts';

describe('toolFrom', () => {
  it.each([
    ['nvcc', '13.0.88', 'Cuda compilation tools, release 13.0, V13.0.88'],
    ['ptxas', '13.0.88', 'Cuda compilation tools, release 13.0, V13.0.88'],
    ['cuobjdump', '13.0.85', 'Cuda compilation tools, release 13.0, V13.0.85'],
    ['nvdisasm', '13.0.85', 'Cuda compilation tools, release 13.0, V13.0.85'],
    ['compute-sanitizer', '2025.3.1.0', 'Version 2025.3.1.0 (build 36400806) (public-release)'],
    ['ncu', '2025.3.1.0', 'Version 2025.3.1.0 (build 36398880) (public-release)'],
    ['g++', '12.2.0', 'g++ (Debian 12.2.0-14+deb12u1) 12.2.0'],
    ['c++filt', '2.40', 'GNU c++filt (GNU Binutils for Debian) 2.40'],
  ])('reads %s', (name, version, line) => {
    const found = toolFrom(name, { output: readFixture(`version-${name}.txt`) });
    expect(found).toEqual({ status: 'found', version, line });
    expect(tool.parse(found)).toEqual(found);
  });

  it.each([
    ['g++ (Ubuntu 13.2.0-23ubuntu4) 13.2.0', '13.2.0'],
    ['g++ (GCC) 11.4.1 20230605 (Red Hat 11.4.1-2)', '11.4.1'],
    ['Debian clang version 14.0.6', '14.0.6'],
    ['Ubuntu clang version 18.1.3 (1ubuntu1)', '18.1.3'],
    ['GNU c++filt version 2.30-123.el8', '2.30'],
  ])('reads the host compiler: %s', (line, version) => {
    expect(toolFrom('g++', { output: `${line}\nCopyright (C) 2022\n` })).toEqual({ status: 'found', version, line });
  });

  it('says in the words of the failure why a tool is unavailable', () => {
    expect(toolFrom('ncu', { failure: 'ncu: command not found\n' })).toEqual({
      status: 'unavailable',
      said: 'ncu: command not found',
    });
    expect(toolFrom('ncu', { failure: '' })).toEqual({ status: 'unavailable', said: 'ncu did not answer' });
  });

  it('does not invent a version', () => {
    expect(toolFrom('ncu', { output: 'no such option: --version\n' })).toEqual({
      status: 'unavailable',
      said: 'no such option: --version',
    });
    expect(toolFrom('ncu', { output: '\n' })).toEqual({ status: 'unavailable', said: 'ncu printed nothing' });
  });
});
