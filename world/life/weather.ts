import type { Database } from '../platform/d1.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'

type Length = { from: number; to: number }
/** Undefined kinds: all. */
type Weather = Length & { day: number; kinds?: RegExp | undefined; hasLongTrouble?: boolean | undefined }
type Turn = { id: string; at: number; what: string; happen: () => void }

/** How many turns of the weather a day has, for each share of calls that fail. */
const TURNS_PER_RATE = 3000
const AWAY_MILLISECONDS = [5000, 180_000] as const
const LONG_MILLISECONDS = [3_600_000, 6_000_000] as const
/** Longer than the outbox waits for a batch. */
const MAX_SLOW_MILLISECONDS = 15_000
/** How often a day has long trouble, for each of its turns. */
const LONG_PER_TURN = 0.02

/** What the platform does to a whole object or database on a day: evictions, crashes, deploys, outages. */
export function weatherOf(world: World, rate: number, { day, kinds, hasLongTrouble, ...length }: Weather): Turn[] {
  const random = world.random(`weather ${day}`)
  const turns = Math.round(rate * TURNS_PER_RATE)
  const seldom = world.random(`long weather ${day}`)
  const isLong = seldom.chance(turns * LONG_PER_TURN) || hasLongTrouble === true
  return Array.from({ length: turns + (isLong ? 1 : 0) }, (_, nth) => {
    const drawn = nth < turns ? random : seldom
    const at = drawn.between(length.from, length.to)
    return {
      id: `weather ${day}.${nth}`,
      at,
      ...(nth < turns ? turnOf(world, random, kinds) : longTurnOf(world, seldom)),
    }
  })
}

function turnOf(world: World, random: Random, only = /./): Pick<Turn, 'what' | 'happen'> {
  const at = random.next()
  /** The objects of that moment: gateways begin while the organization grows. */
  const object = () => [...world.objects.values()][Math.floor(at * world.objects.size)]
  const database = random.pick([...world.databases.values()])
  const milliseconds = random.between(...AWAY_MILLISECONDS)
  const kinds: Record<string, () => void> = {
    'an object is evicted': () => object()?.evict(),
    'an object crashes': () => object()?.crash('the weather'),
    'objects are deployed': () => world.deploy('objects', world.bundles.objects),
    'Workers are deployed': () => world.deploy('workers', world.bundles.workers),
    'a database is away': () => takeAway(world, database, { at, milliseconds }),
    'a database is slow': () => slowDown(world, database, { at, milliseconds }),
    'a database refuses some rows': () => refuseRows(world, database, { at, milliseconds }),
  }
  const what = random.pick(Object.keys(kinds).filter((kind) => only.test(kind)))
  return { what, happen: kinds[what] ?? (() => undefined) }
}

/** Seldom, a database that has messages has trouble for an hour or longer: a row that it refuses for so long is parked. */
function longTurnOf(world: World, random: Random): Pick<Turn, 'what' | 'happen'> {
  const trouble = { at: random.next(), milliseconds: random.between(...LONG_MILLISECONDS) }
  const [which, isAbsence] = [random.next(), random.chance(0.5)]
  return {
    what: isAbsence ? 'a database is away for long' : 'a database refuses some rows for long',
    happen: () => {
      const used = [...world.databases.values()].filter(
        (each) => each.rows('SELECT 1 FROM messages LIMIT 1').length > 0,
      )
      const database = used[Math.floor(which * used.length)]
      if (database) (isAbsence ? takeAway : refuseRows)(world, database, trouble)
    },
  }
}

/** `at` is a random number below one. */
type Trouble = { at: number; milliseconds: number }

/** https://developers.cloudflare.com/d1/observability/debug-d1/#error-list */
const ABSENCES = ['Network connection lost.', 'D1 DB is overloaded. Requests queued for too long.']

function takeAway({ scheduler }: World, database: Database, { at, milliseconds }: Trouble): void {
  if (database.absence !== undefined) return
  database.absence = ABSENCES[Math.floor(at * ABSENCES.length)]
  scheduler.after(milliseconds, () => {
    database.absence = undefined
    database.backAt = scheduler.now
  })
}

function slowDown({ scheduler }: World, database: Database, { at, milliseconds }: Trouble): void {
  database.slowness = at * MAX_SLOW_MILLISECONDS
  scheduler.after(milliseconds, () => (database.slowness = 0))
}

/** One of ten messages has such a word. */
function refuseRows({ scheduler }: World, database: Database, { at, milliseconds }: Trouble): void {
  if (database.refusal !== undefined) return
  database.refusal = { text: `${Math.floor(at * 10)}x`, reason: at < 0.5 ? 'SQLITE_CONSTRAINT' : 'SQLITE_ERROR' }
  scheduler.after(milliseconds, () => (database.refusal = undefined))
}

/** Whether all databases answer, and take all rows. */
export const isCalm = ({ databases }: World): boolean =>
  [...databases.values()].every(({ absence, refusal }) => absence === undefined && refusal === undefined)
