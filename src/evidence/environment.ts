import { chooseEvidence } from './choose.ts';
import type { PageContext } from './context.ts';
import type { Place } from './problem.ts';
import type { EnvironmentRequest } from './requests.ts';
import type { ShownEnvironment } from './shown.ts';

/** Device, toolchain and capture of one evidence file. Throws Problem when there is none to show. */
export function resolveEnvironment(context: PageContext, request: EnvironmentRequest, place: Place): ShownEnvironment {
  return chooseEvidence(context, request, place);
}
