import type { Program } from './program.ts'

/** Programs that failed before, and why. Each runs in `npm test`. */
export const FAILED_BEFORE: readonly { why: string; program: Program }[] = [
  {
    why: 'A restore brought back the text that a call had before it was missed.',
    program: { seed: 42061, days: 2, people: 8, perMember: 30, faultRate: 0.004, hours: 1, queuesOfRealm: 3 },
  },
  {
    why: 'D1 did not note an attempt to restore, and the next one had its id.',
    program: { seed: 44051, days: 2, people: 40, perMember: 8, faultRate: 0.0005, hours: 22 },
  },
  {
    why: 'A client repeated a request with a key that a restore brought back while its account was deactivated.',
    program: {
      seed: 47006,
      days: 2,
      people: 8,
      perMember: 30,
      faultRate: 0.004,
      hours: 1,
      queuesOfRealm: 3,
      bytesPerDatabase: 97_000,
    },
  },
  {
    why: 'R2 received a piece of an upload after the upload was cancelled, and kept it.',
    program: {
      seed: 44051,
      days: 1,
      people: 40,
      perMember: 8,
      faultRate: 0.0005,
      hours: 22,
      comparesQueues: true,
    },
  },
]
