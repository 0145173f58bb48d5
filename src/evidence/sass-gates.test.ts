import { describe, expect, test } from 'vitest';
import { describeProblems, problemsOf } from './problem.ts';
import { parseSassChecks, type SassCheck } from './sass-checks.ts';
import { sassGates, type CompiledProgram } from './sass-gates.ts';

const program = (id: string, files: string[], kernels: string[], targets = ['sm_80', 'sm_90']): CompiledProgram => ({
  id,
  files,
  kernels: kernels.map((name) => ({ name, listing: true })),
  targets,
});

const checksIn = (file: string, ...lines: string[]): SassCheck[] => parseSassChecks(lines.join('\n'), file);

const ids = (checks: SassCheck[], ...programs: CompiledProgram[]): string[] =>
  sassGates(checks, programs, 'plan.json').map(({ id }) => id);

function complaint(checks: SassCheck[], ...programs: CompiledProgram[]): string {
  try {
    sassGates(checks, programs, 'plan.json');
  } catch (error) {
    return describeProblems(problemsOf(error) ?? []);
  }
  throw new Error('nothing was thrown');
}

const A = '// SASS: SHFL\n// SASS sm_90: !BAR\n__global__ void sum();';

describe('ids', () => {
  test('count the checks of a kernel, whatever targets they are for', () => {
    expect(ids(checksIn('a.cu', A), program('a', ['a.cu'], ['sum']))).toEqual([
      'sass/a/sum/1/sm_80',
      'sass/a/sum/1/sm_90',
      'sass/a/sum/2/sm_90',
    ]);
  });

  test('go through the files by path and line, and on where two names differ in capitals alone', () => {
    const checks = [
      ...checksIn('b.cuh', '// SASS: LDG\n__global__ void Sum();'),
      ...checksIn('a.cu', '// SASS: SHFL\n__global__ void sum();'),
    ];
    expect(
      sassGates(checks, [program('a', ['a.cu', 'b.cuh'], ['sum', 'Sum'], ['sm_90'])], 'plan.json').map(
        ({ id, origin }) => [id, origin.kernel],
      ),
    ).toEqual([
      ['sass/a/sum/1/sm_90', 'sum'],
      ['sass/a/sum/2/sm_90', 'Sum'],
    ]);
  });
});

describe('programs', () => {
  test('of two that have a kernel of that name, only the one that is compiled from the file is held against the check', () => {
    const two = [program('a', ['a.cu'], ['sum'], ['sm_90']), program('b', ['b.cu'], ['sum'], ['sm_90'])];
    expect(ids(checksIn('b.cu', A), ...two)).toEqual(['sass/b/sum/1/sm_90', 'sass/b/sum/2/sm_90']);
  });

  test('that share a header are each held against its checks, where they name the kernel', () => {
    const three = [
      program('a', ['a.cu', 'h.cuh'], ['sum'], ['sm_80']),
      program('b', ['b.cu', 'h.cuh'], ['sum'], ['sm_90']),
      program('c', ['c.cu', 'h.cuh'], ['other']),
    ];
    expect(ids(checksIn('h.cuh', A), ...three)).toEqual([
      'sass/a/sum/1/sm_80',
      'sass/b/sum/1/sm_90',
      'sass/b/sum/2/sm_90',
    ]);
  });
});

test('a target must be built by a program that names the kernel', () => {
  const built = [program('a', ['a.cu'], ['sum'], ['sm_80']), program('b', ['b.cu'], ['sum'], ['sm_90'])];
  expect(complaint(checksIn('a.cu', A), ...built)).toMatchInlineSnapshot(`
    "a.cu:2
      problem   This check of machine code is for a target that the plan does not build, so nothing would be checked.
      expected  targets of plan.json: sm_80
      found     sm_90
      to do     Correct the target, or add it to plan.json."
  `);
});

test('several faults are said together', () => {
  const said = complaint(checksIn('a.cu', A, '// SASS: LDG\n__global__ void gone();'), program('a', ['a.cu'], ['no']));
  expect(said.match(/^a\.cu:\d+$/gm)).toEqual(['a.cu:1', 'a.cu:2', 'a.cu:4']);
});
