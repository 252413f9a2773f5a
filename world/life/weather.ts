import type { Random } from '../random.ts'
import type { World } from '../world.ts'

type Length = { from: number; to: number }
/** Undefined kinds: all. */
type Weather = Length & { day: number; kinds?: RegExp | undefined }
type Turn = { id: string; at: number; what: string; happen: () => void }

/** How many turns of the weather a day has, for each share of calls that fail. */
const TURNS_PER_RATE = 3000
const AWAY_MILLISECONDS = [5000, 180_000] as const

/** What the platform does to a whole object or database on a day: evictions, crashes, deploys, outages. */
export function weatherOf(world: World, rate: number, { day, kinds, ...length }: Weather): Turn[] {
  const random = world.random(`weather ${day}`)
  return Array.from({ length: Math.round(rate * TURNS_PER_RATE) }, (_, nth) => ({
    id: `weather ${day}.${nth}`,
    at: random.between(length.from, length.to),
    ...turnOf(world, random, kinds),
  }))
}

function turnOf(world: World, random: Random, only = /./): Pick<Turn, 'what' | 'happen'> {
  const at = random.next()
  /** The objects of that moment: gateways begin while the organization grows. */
  const object = () => [...world.objects.values()][Math.floor(at * world.objects.size)]
  const database = random.pick([...world.databases.values()])
  const away = random.between(...AWAY_MILLISECONDS)
  const kinds: Record<string, () => void> = {
    'an object is evicted': () => object()?.evict(),
    'an object crashes': () => object()?.crash('the weather'),
    'objects are deployed': () => world.deploy('objects', world.bundles.objects),
    'Workers are deployed': () => world.deploy('workers', world.bundles.workers),
    'a database is away': () => {
      database.isAway = true
      world.scheduler.after(away, () => (database.isAway = false))
    },
    // One of ten messages has such a word.
    'a database refuses some rows': () => {
      database.refusal = { text: `${Math.floor(at * 10)}x`, reason: at < 0.5 ? 'SQLITE_CONSTRAINT' : 'SQLITE_ERROR' }
      world.scheduler.after(away, () => (database.refusal = undefined))
    },
  }
  const what = random.pick(Object.keys(kinds).filter((kind) => only.test(kind)))
  return { what, happen: kinds[what] ?? (() => undefined) }
}
