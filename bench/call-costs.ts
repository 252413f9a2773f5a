// What a call costs: the CPU of each program, and what the realm counts.

import { availableParallelism } from 'node:os'
import type { Cpu, UsedCpu } from './call-cpu.ts'
import type { Meters } from './cast.ts'
import { number } from './table.ts'

type Counted = Record<'before' | 'joined' | 'after', Meters>

/** Prints the costs. Returns the milliseconds of CPU that a minute of the call takes of the server. */
export function printCosts(people: number, used: UsedCpu, { before, joined, after }: Counted): number {
  const [idle, talk] = [used.during('idle'), used.during('talk')]
  console.log(`joining: realm requests             ${since(joined.realmRequests, before.realmRequests)}`)
  console.log(`joining: rows, alarms               ${rowsSince(joined, before)}`)
  console.log(`then: realm requests                ${since(after.realmRequests, joined.realmRequests)}`)
  console.log(`then: rows, alarms                  ${rowsSince(after, joined)}`)
  console.log(`CPU of the server in a minute       ${number(talk.server * 60_000, 'ms')}`)
  console.log(
    `CPU of a page in a second           ${perPage(talk, people)}, and ${perPage(idle, people)} without the call`,
  )
  const waits = `waited for a core ${number(talk.mediaWaits * 1000, 'ms')}`
  console.log(`CPU of the media server in a second ${number(talk.media * 1000, 'ms')}, ${waits}`)
  console.log(`CPU that no program used            ${number((talk.idle * 100) / availableParallelism(), '%')}`)
  return talk.server * 60_000
}

const rowsSince = (now: Meters, then: Meters): string =>
  `${since(now.written, then.written)}, ${since(now.alarms, then.alarms)}`

/** A realm that slept meanwhile counts from its waking. */
const since = (now: number, then: number): number => (now < then ? now : now - then)
const perPage = ({ pages }: Cpu, people: number): string => number((pages * 1000) / people, 'ms')
