import { duration } from './duration'

const SHORT_LENGTH = 10_000
const TOO_SHORT_TO_MEASURE_MS = 20

/** Four times the input takes about four times as long. Quadratic time would be sixteen times as long. */
export const MAX_LINEAR_GROWTH = 10

/** Returns how many times as long a function runs for four times the input. Only times of one run are compared. */
export async function growth(run: (input: string) => unknown, input: (length: number) => string): Promise<number> {
  const measure = (length: number, tries: number) => {
    const text = input(length)
    return duration(() => void run(text), { tries, enough: TOO_SHORT_TO_MEASURE_MS })
  }
  const shortest = Math.max(TOO_SHORT_TO_MEASURE_MS, await measure(SHORT_LENGTH, 3))
  return (await measure(4 * SHORT_LENGTH, 8)) / shortest
}
