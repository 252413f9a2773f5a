// What must hold on any machine: rows, calls and crossings are counts, and other programs disturb the floor too.

import { figure, type Pair } from './ratios.ts'
import type { Results } from './report.ts'
import { number, rowOf, title } from './table.ts'

/** `x`: a multiple of the floor's. Counts have no unit. */
export type Promised = { name: string; found: number; most: number; unit: 'x' | '' }

/** Prints the one table that says whether the bench passes. */
export function printPromises(promises: readonly Promised[]) {
  title('What the bench enforces: counts, and CPU as a multiple of the floor in the same run', '')
  const promised = rowOf([62, 12, 12, 12])
  promised('', 'found', 'at most', '')
  for (const promise of promises) {
    const { name, found, most, unit } = promise
    const text = (value: number) => (unit === '' ? value : number(value, unit))
    promised(name, text(found), text(most), isKept(promise) ? 'kept' : 'BROKEN')
  }
}

export const isKept = ({ found, most }: Promised): boolean => found <= most

const MAX_ROWS_PER_MESSAGE = 8
const MAX_ROWS_TO_REGISTER = 2000
/** `test/store/realm-object.test.ts` has the exact number, and `test/events/register.loading.test.ts` that of the first registration. */
const MAX_ROWS_TO_WAKE = 16
/** The median CPU of the server. */
const MAX_CPU = { send: 1.4, poll: 2, frame: 2.2 }

export function promisesIn({ sending, reads, loads, polls, sockets, woken }: Results): Promised[] {
  const count = (name: string, found: number, most: number): Promised => ({ name, found, most, unit: '' })
  const largest = Math.max(...sending.map(({ audience }) => audience)).toLocaleString('en')
  const registrations = Object.entries(reads).filter(([name]) => name.startsWith('POST /register'))
  const written = sending.map((one) => one.written)
  return [
    count(
      `rows and alarms that a message to 2 to ${largest} users writes`,
      Math.max(...sending.map(({ most }) => most)),
      MAX_ROWS_PER_MESSAGE,
    ),
    count('rows more for the largest audience', Math.max(...written) - Math.min(...written), 0),
    count(
      'calls to D1 before the answer of a message',
      sending.reduce((sum, { d1Calls, first }) => sum + d1Calls + first.d1Calls, 0),
      0,
    ),
    count('crossings to the realm of a message', Math.max(...sending.map(({ crossings }) => crossings)), 1),
    ...registrations.map(([name, { read }]) => count(`rows read: ${name}`, read, MAX_ROWS_TO_REGISTER)),
    ...registrations.map(([name, { crossings }]) => count(`crossings: ${name}`, crossings, 1)),
    count('rows read to wake', Math.max(...woken.map(({ read }) => read)), MAX_ROWS_TO_WAKE),
    cpuOf('CPU of a send, 32 clients', loads.saturated, MAX_CPU.send),
    cpuOf('CPU of a poll that is answered', polls, MAX_CPU.poll),
    cpuOf('CPU of a frame by socket', sockets, MAX_CPU.frame),
  ]
}

const cpuOf = (name: string, rounds: Pair<{ cpuMs: number }>[], most: number): Promised => ({
  name,
  found: figure(rounds, ({ cpuMs }) => cpuMs).ratio.median,
  most,
  unit: 'x',
})
