import { badRequest, notFound, type ApiError } from '../../../api/errors'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { insufficientPermission } from '../../people/users/rules'
import { OWNER, type User } from '../../people/users/user'

/** The log is never shortened. With so many entries, nothing can be searched any more. */
export const MAX_LOG_ENTRIES = 100_000
/** An entry of the log has all that a search searched for. */
export const MAX_NARROW_BYTES = 8000
/** After this time, the reason is given again. */
export const SEARCH_SECONDS = SECONDS_PER_WEEK

export const holdDoesNotExist = notFound(() => 'Hold does not exist')
export const searchDoesNotExist = notFound(() => 'Search does not exist, or is older than a week')
export const narrowIsTooLong = badRequest(() => `The narrow has more than ${MAX_NARROW_BYTES} bytes`)
export const discoveryLogIsFull = badRequest(
  () => `The log of discovery has ${MAX_LOG_ENTRIES} entries, and takes no more`,
)

/** Returns why a user may not search everything. Only an owner whom the setting names may, and no bot. */
export const refusalToSearchEverything = (
  { role, is_bot }: Pick<User, 'role' | 'is_bot'>,
  isPermitted: boolean,
): ApiError | undefined => (role === OWNER && !is_bot && isPermitted ? undefined : insufficientPermission({}))

export const refusalOfMoreEntries = (entries: number): ApiError | undefined =>
  entries >= MAX_LOG_ENTRIES ? discoveryLogIsFull({}) : undefined

/** Who made a search, and when, decides whether the actor may read its result. */
export const isOwnRecentSearch = (
  search: { kind: string; actor_id: number | null; at: number },
  { user_id }: Pick<User, 'user_id'>,
  now: number,
): boolean => search.kind === 'everything_searched' && search.actor_id === user_id && search.at > now - SEARCH_SECONDS
