import { badRequest } from '../../../api/errors'

export const SUBSCRIPTIONS_PER_BOT = 10
export const MAX_SUBSCRIPTIONS = 100
export const DELIVERIES_SHOWN = 20

export const noSuchSubscription = badRequest(() => 'No such event subscription')
export const noSuchEventDelivery = badRequest(() => 'No such delivery')
export const tooManySubscriptions = badRequest(
  () => `A bot has at most ${SUBSCRIPTIONS_PER_BOT} event subscriptions, and an organization ${MAX_SUBSCRIPTIONS}`,
)
export const botReceivesNothing = badRequest(() => 'Incoming webhook bots receive no events')

/** The receiver says that it exists no more. */
export const GONE = 410
