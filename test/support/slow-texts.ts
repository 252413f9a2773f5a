import { leastMs, millisecondsOf } from './cpu'
import type { HostileText } from './hostile-repetitions'

const [SHORT, LONG] = [12_500, 100_000]
/** A Worker may use 0.1 seconds for 100 kB, and a busy machine takes twice as long. Quadratic time for an eighth would be a 64th. */
const MAX_MS = 200
const UNSUSPECTED_MS = 100 / 64
const TRIES = 5

/** Returns the names of the texts for which the function takes longer than 0.1 seconds for 100 kB. */
export async function slowTexts(run: (text: string) => unknown, texts: readonly HostileText[]): Promise<string[]> {
  const slow: string[] = []
  for (const each of texts) if (await isSlow(run, each)) slow.push(each.name)
  return slow
}

async function isSlow(run: (text: string) => unknown, { text }: HostileText): Promise<boolean> {
  return (await takesLonger(run, text(SHORT), UNSUSPECTED_MS)) && takesLonger(run, text(LONG), MAX_MS)
}

/** The compiler and the collector of garbage delay some runs, so the shortest of several counts. */
async function takesLonger(run: (text: string) => unknown, text: string, most: number): Promise<boolean> {
  return (await leastMs(() => millisecondsOf(() => run(text)), most, TRIES)) > most
}
