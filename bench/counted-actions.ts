// Writes what each action takes into the file from which the server estimates what an organization costs.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Actions } from './month.ts'
import { ACTIONS, TIMES, WORKING_DAYS } from './working-day.ts'

const FILE = new URL('../src/domain/organization/usage/counted-work.ts', import.meta.url)
const TABLE = /(?<=export const COUNTED_ACTIONS = \{\n)[^}]*(?=\})/

export function writeCountedActions(actions: Actions) {
  const lines = ACTIONS.map((name) => {
    const one = actions[name]
    const counts = [one.realmRequests, one.written, one.writtenLater, one.read, one.d1Read, one.d1Written, one.cpuMs]
    const numbers = counts.map((count) => String(Number(count.toFixed(count >= 100 ? 0 : 2))))
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `  ${key}: counted([${[frequency(TIMES[name]), ...numbers].join(', ')}]),\n`
  })
  writeFileSync(FILE, readFileSync(FILE, 'utf8').replace(TABLE, lines.join('')))
}

const frequency = (times: number) => (times < 1 ? `1 / ${WORKING_DAYS}` : String(times))
