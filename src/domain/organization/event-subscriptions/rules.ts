import { badRequest } from '../../../api/errors'

export const SUBSCRIPTIONS_PER_BOT = 10
export const SUBSCRIPTIONS_MAX = 100
export const DELIVERIES_SHOWN = 20

export const noSuchSubscription = badRequest(() => 'No such event subscription')
export const noSuchEventDelivery = badRequest(() => 'No such delivery')
export const urlIsInvalid = badRequest(() => 'url is not a URL')
export const urlIsPrivate = badRequest(() => 'url is an address that this server does not call')
export const tooManySubscriptions = badRequest(
  () => `A bot has at most ${SUBSCRIPTIONS_PER_BOT} event subscriptions, and an organization ${SUBSCRIPTIONS_MAX}`,
)
export const botReceivesNothing = badRequest(() => 'Incoming webhook bots receive no events')

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The pauses after failed attempts: a day in all. After the last one, the subscription is disabled. */
export const PAUSES_SECONDS = [
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

/** Returns how long to wait after this many failed attempts, or undefined if there is none left. */
export const pauseAfter = (attempts: number): number | undefined => PAUSES_SECONDS[attempts - 1]

/** The receiver says that it exists no more. */
export const GONE = 410
