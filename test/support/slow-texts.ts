import { leastMs, millisecondsOf } from './cpu'
import type { HostileText } from './hostile-repetitions'

const [SHORT, LONG] = [12_500, 100_000]
/** A Worker may use 0.1 seconds for 100 kB, and a busy machine takes twice as long. Quadratic time for an eighth would be a 64th. */
const MAX_MS = 200
const UNSUSPECTED_MS = 100 / 64
const TRIES = 5
/** No machine delays a run so much. A slow function ends the test soon. */
const TIMES_AS_LONG = 10
const MAX_NAMES = 3

/** Returns the names of the first texts for which the function takes longer than 0.1 seconds for 100 kB. */
export async function slowTexts(run: (text: string) => unknown, texts: readonly HostileText[]): Promise<string[]> {
  const slow: string[] = []
  for (const each of texts) if (slow.length < MAX_NAMES && (await isSlow(run, each))) slow.push(each.name)
  return slow
}

async function isSlow(run: (text: string) => unknown, { text }: HostileText): Promise<boolean> {
  if (!(await takesLonger(run, text(SHORT), UNSUSPECTED_MS))) return false
  const long = text(LONG)
  const once = await millisecondsOf(() => run(long))
  return once > MAX_MS * TIMES_AS_LONG || takesLonger(run, long, MAX_MS)
}

/** The compiler and the collector of garbage delay some runs, so the shortest of several counts. */
async function takesLonger(run: (text: string) => unknown, text: string, most: number): Promise<boolean> {
  return (await leastMs(() => millisecondsOf(() => run(text)), most, TRIES)) > most
}
