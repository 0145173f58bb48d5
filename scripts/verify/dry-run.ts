import { compilationOf, buildFolder, type WantedBuild } from './compilation.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';
import { signCommand } from './sign.ts';
import { ncuCommand } from './tools/ncu.ts';
import { sanitizerCommand } from './tools/sanitizer.ts';

/** Stands for the target of the device, which is not known before a device is asked. */
const TARGET = 'DEVICE_TARGET';

/** As a shell reads it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const line = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}): string =>
  [...Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`), ...argv.map(quoted)].join(' ');

/** The commands of a lab: builds, runs, sanitizers, transcripts, models, profiles. Controls of another lab are its own. */
export function commandsOf(lab: Lab): string[] {
  const { programs, runs, sanitizers, transcripts, models, profiles } = lab.plan;
  const wanted = programs.flatMap((program): WantedBuild[] => [
    ...program.targets.map((target): WantedBuild => ({ program, form: 'plain', targets: [target] })),
    ...program.variants.map((form): WantedBuild => ({ program, form, targets: [TARGET] })),
    ...(program.fat ? [{ program, form: 'fat' as const, targets: program.targets }] : []),
  ]);
  const executable = (program: string, variant = 'release'): string =>
    `${buildFolder(lab)}/${program}.${TARGET}${variant === 'release' ? '' : `.${variant}`}`;
  const beside = (id: string, ending: string): string => `${buildFolder(lab)}/${id.replace(/\//g, '-')}.${ending}`;
  return [
    ...wanted.map((one) => line(compilationOf(lab, one).command)),
    ...runs.map((one) => line([executable(one.program), ...one.arguments], one.environment)),
    ...sanitizers.map(({ id, tool, program, variant, arguments: args, options }) =>
      line(sanitizerCommand(tool, executable(program, variant), args, options, beside(id, 'sanitizer.xml'))),
    ),
    ...transcripts.map((one) => line(one.command, one.environment)),
    ...models.map(({ command, program, arguments: args }) =>
      line(program === undefined ? (command ?? []) : [executable(program), ...args]),
    ),
    ...profiles.map(({ id, kernel, skipLaunches, metrics, program, arguments: args }) => {
      const logFile = beside(id, 'ncu.csv');
      return line(ncuCommand({ kernel, skipLaunches, metrics, executable: executable(program), args, logFile }));
    }),
  ];
}

/** Prints the commands of a lab and runs nothing; with a key also how its evidence is signed. Gives them. */
export function printCommands(lab: Lab, key: string | null, effects: Effects): string[] {
  const signed = key === null ? [] : [line(signCommand(key, `${lab.folder}/evidence/DEVICE.json`))];
  const commands = [...commandsOf(lab), ...signed];
  effects.log(`# ${lab.name}`);
  for (const command of commands) effects.log(command);
  return commands;
}
