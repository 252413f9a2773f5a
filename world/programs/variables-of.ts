import { VARIABLES_OF_SERVERS } from '../life/outside-servers.ts'
import type { World } from '../world.ts'
import type { Program } from './program.ts'
import { VARIABLES_OF_COPY } from './stored-copy.ts'

/** Returns the variables of the deployment in which a program runs. */
export const variablesOf = ({
  queuesOfRealm: queues,
  bytesPerDatabase: bytes,
  eventsInLog: events,
  from,
  checks,
}: Program): Record<string, string> => ({
  ...VARIABLES_OF_SERVERS,
  ...(from === undefined ? {} : VARIABLES_OF_COPY),
  ...(queues === undefined ? {} : { QUEUES_PER_REALM: String(queues), QUEUES_PER_GATEWAY: String(queues) }),
  ...(bytes === undefined ? {} : { DATABASE_LIMIT_GB: String(bytes / 1e9) }),
  ...(events === undefined ? {} : { EVENT_LOG_ROWS: String(events) }),
  ...(checks ? { CHECK_DECLARATIONS: 'true' } : {}),
})

/** A database that is full before it has a text is never continued. */
export function requireRoom(world: World, { bytesPerDatabase = Infinity }: Program): void {
  const [size] =
    world.databases
      .get('DB')
      ?.rows('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size') ?? []
  if (Number(size?.['bytes']) >= bytesPerDatabase)
    throw new Error(`An empty database has ${String(size?.['bytes'])} bytes`)
}
