/** A file of tests. `path` is relative to the repository. */
export type TestFile = { project: string; path: string }

/** How long a file of each project takes in a whole run. Only the ratios matter. */
const USUAL_SECONDS: Readonly<Record<string, number>> = {
  browser: 46,
  server: 6,
  costs: 14,
  scripts: 18,
  'slow-rules': 14,
  world: 42,
  rules: 0.3,
}
const OTHER_SECONDS = 10

/** Files that take much longer than others of their project. */
const LONG_FILES: Readonly<Record<string, number>> = {
  'world/test/world.test.ts': 380,
  'test/scripts/releases.test.ts': 250,
  'test/readers-linear-time.slow.test.ts': 216,
  'test/amplification/amplification.test.ts': 200,
  'test/amplification/worst/worst-inputs.test.ts': 186,
  'test/scripts/every-command.test.ts': 186,
}

export const usualSeconds = ({ project, path }: TestFile): number =>
  LONG_FILES[path] ?? USUAL_SECONDS[project] ?? OTHER_SECONDS

/** `usual`: what the files usually take. `seconds`: what the file took, or how long it runs. */
type Timed = { usual: number; seconds: number }

type Run = {
  workers: number
  done: readonly Timed[]
  running: readonly Timed[]
  /** What each file that has not begun usually takes. */
  waiting: readonly number[]
}

/** Returns about how long a run still takes: all workers share the files, but each file has one worker. */
export function secondsLeft({ workers, done, running, waiting }: Run): number {
  const usual = sumOf(done.map((file) => file.usual))
  // The machine is slower or faster than usual.
  const pace = usual === 0 ? 1 : sumOf(done.map(({ seconds }) => seconds)) / usual
  const left = [
    ...running.map((file) => Math.max(0, file.usual * pace - file.seconds)),
    ...waiting.map((seconds) => seconds * pace),
  ]
  return Math.max(sumOf(left) / workers, ...left, 0)
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
