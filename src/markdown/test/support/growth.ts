import { duration } from './duration'

const SHORT_LENGTH = 10_000
const TOO_SHORT_TO_MEASURE_MS = 20
const MAX_ROUNDS = 4

/** Four times the input takes about four times as long. Quadratic time would be sixteen times as long. */
export const MAX_LINEAR_GROWTH = 10

/**
 * Returns how many times as long a function runs for four times the input. Other work on the machine may delay only one of
 * the two runs, so a growth that is not linear is measured again.
 */
export async function growth(run: (input: string) => unknown, input: (length: number) => string): Promise<number> {
  const [shortInput, longInput] = [input(SHORT_LENGTH), input(4 * SHORT_LENGTH)]
  const measure = (text: string) => duration(() => void run(text), { tries: 3, enough: TOO_SHORT_TO_MEASURE_MS })
  let least = Infinity
  for (let round = 0; round < MAX_ROUNDS && least >= MAX_LINEAR_GROWTH; round++) {
    const short = Math.max(TOO_SHORT_TO_MEASURE_MS, await measure(shortInput))
    least = Math.min(least, (await measure(longInput)) / short)
  }
  return least
}
