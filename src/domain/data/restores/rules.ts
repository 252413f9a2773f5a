import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { HISTORY_SECONDS } from '../../../store/point-in-time'

export const realmIsBeingRestored = apiError(
  'REALM_IS_BEING_RESTORED',
  () => 'The organization is being restored. Please try again in a few minutes.',
)
export const momentIsTooOld = badRequest(() => 'The platform keeps the states of the last 30 days.')
export const noHistory = badRequest(
  () => 'This platform keeps no earlier states of a realm. A development server cannot restore.',
)
export const momentBeforeRealm = badRequest(() => 'The realm did not exist then.')
export const momentIsTooRecent = badRequest(
  (f: { seconds: number }) =>
    `The moment must be at least ten minutes ago. Repeat the request in ${f.seconds} seconds. To keep users out until then, close the realm.`,
)
export const momentWithinRestore = badRequest(
  () => 'Another restore was at work then. Choose a moment before it or after it, or undo it.',
)
export const restoreHasBegun = badRequest(() => 'A restore of this realm has begun already.')
export const noSuchRestore = badRequest(() => 'This realm has no such restore that could be undone.')
export const noRestoreToCancel = badRequest(() => 'No restore waits, or the platform already has the request.')

/**
 * How long a state may say that it is the newest. A realm that starts with a younger confirmation serves users without asking
 * D1, so no restore may go to a moment within this time.
 */
export const CONFIRMED_FOR_SECONDS = 600

type Span = { begun_at: number; finished_at: number | null }
type Moment = { moment: number; now: number; created_at: number }

/** Returns why the realm cannot get the state of a moment. */
export function refusalOfMoment({ moment, now, created_at }: Moment, restores: readonly Span[]): ApiError | undefined {
  if (moment < now - HISTORY_SECONDS) return momentIsTooOld({})
  if (moment < created_at) return momentBeforeRealm({})
  if (moment > now - CONFIRMED_FOR_SECONDS) return momentIsTooRecent({ seconds: moment + CONFIRMED_FOR_SECONDS - now })
  const isWithin = ({ begun_at, finished_at }: Span) => moment >= begun_at && moment <= (finished_at ?? Infinity)
  return restores.some(isWithin) ? momentWithinRestore({}) : undefined
}
