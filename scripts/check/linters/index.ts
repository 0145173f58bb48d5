import type { Linter } from '../linter.ts';
import { engineNames } from './engine-names.ts';
import { evidenceClean } from './evidence-clean.ts';
import { readmeCommands } from './readme-commands.ts';
import { standsAlone } from './stands-alone.ts';

/** The project's own checks, in the order they run. */
export const LINTERS: readonly Linter[] = [engineNames, readmeCommands, standsAlone, evidenceClean];
