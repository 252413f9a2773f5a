import { ApiError } from '../../../api/errors'
import { oneAtATime } from '../../../events/one-at-a-time'
import type { Realm, ReadOnlyRealm } from '../../../realm'
import { attemptsOf, pauseAfter } from '../../../store/retry-schedules'
import { MessageAccess } from '../../messages/access/access'
import type { IndexedMessage } from '../../messages/message-index/message'
import { findMessage } from '../../messages/message-index/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { outsideOf } from '../../realm/settings/outside-policy'
import { realmRow } from '../../realm/settings/storage'
import { wordsOf } from '../../writing/bot-messages/words'
import { queueDeliveries } from './actions'
import type { Delivery } from './delivery'
import { requestFor } from './payload'
import { notifyOwner, sendReply } from './replies'
import { requestWebhook, type Answer, type Outcome } from './request-webhook'
import { deleteDelivery, dueDeliveries, nextDeliveryTime, writeDelivery } from './storage'

const DELIVERIES_AT_ONCE = 4
// Longer than the time limit of a request, so the realm never makes two attempts of one delivery at the same time.
const ATTEMPT_SECONDS = 30

/**
 * Sends messages to outgoing webhooks, and their answers to the conversations. The realm stores the start of an attempt
 * before it makes the request. If the object stops in between, the alarm tries again. A slow program delays no other one.
 */
export const sendWebhookDeliveries = oneAtATime('send_outgoing_webhooks', DELIVERIES_AT_ONCE, (realm: Realm) => ({
  begin: (busy, count) =>
    realm.transaction(() => {
      queueDeliveries(realm)
      return dueDeliveries(realm.sql, realm.now(), count, busy).flatMap((due) => startAttempt(realm, due))
    }),
  keyOf: ({ bot_id }) => bot_id,
  work: (delivery) => deliver(realm, delivery),
  nextTime: (busy) => nextDeliveryTime(realm.sql, busy),
}))

// A delivery with no attempt left is one whose last attempt stopped the object. It must not stop it again.
function startAttempt(realm: Realm, delivery: Delivery): Delivery[] {
  if (delivery.attempts >= attemptsOf('outgoing_webhook')) {
    deleteDelivery(realm.sql, delivery)
    return []
  }
  const started = { ...delivery, attempts: delivery.attempts + 1, due_at: realm.now() + ATTEMPT_SECONDS }
  writeDelivery(realm.sql, started)
  return [started]
}

async function deliver(realm: Realm, delivery: Delivery): Promise<void> {
  const body = await realm.bodies.loadOne(delivery.message_id)
  const bot = findUser(realm, delivery.bot_id)!
  const message = findMessage(realm, delivery.message_id)
  const canRead = (row: IndexedMessage) => new MessageAccess(realm, bot).canRead(row)
  // The message may be deleted or moved by now, and the bot deactivated or unsubscribed.
  if (body === undefined || message === undefined || isDeactivated(realm, bot) || !canRead(message)) {
    realm.transaction(() => deleteDelivery(realm.sql, delivery))
    return
  }
  const request = requestFor(realm, { bot, message, body, trigger: delivery.trigger })
  const outcome: Outcome = request
    ? await requestWebhook(outsideOf(realm), request)
    : { failure: 'its interface does not allow it', canRetry: false }
  realm.metrics.add('failure' in outcome ? 'webhooks_failed' : 'webhooks_sent')
  realm.transaction(() => finishAttempt(realm, delivery, { bot, message }, outcome))
}

type Addressed = { bot: User; message: IndexedMessage }

function finishAttempt(realm: Realm, delivery: Delivery, { bot, message }: Addressed, outcome: Outcome) {
  const pause = pauseAfter('outgoing_webhook', delivery.attempts)
  if ('failure' in outcome && outcome.canRetry && pause !== undefined)
    return writeDelivery(realm.sql, { ...delivery, due_at: realm.now() + pause })
  deleteDelivery(realm.sql, delivery)
  if (isDeactivated(realm, bot)) return
  if ('failure' in outcome) sayFailure(realm, { bot, message }, outcome.failure)
  else if (outcome.answer !== undefined) reply(realm, { bot, message }, outcome.answer)
}

const isDeactivated = (realm: ReadOnlyRealm, { user_id }: User): boolean =>
  realmRow(realm).is_deactivated || !findUser(realm, user_id)?.is_active

/** The owner learns why, and the people of the conversation learn that no answer will come. */
function sayFailure(realm: Realm, addressed: Addressed, failure: string) {
  notifyOwner(realm, addressed.bot, addressed.message, failure)
  sendIfAllowed(realm, addressed, { content: wordsOf(realm).webhooks.cannotAnswer })
}

function reply(realm: Realm, addressed: Addressed, answer: Answer) {
  const refusal = sendIfAllowed(realm, addressed, answer)
  if (refusal) notifyOwner(realm, addressed.bot, addressed.message, `it may not answer there: ${refusal.message}`)
}

/** Returns the error of an answer that the bot may not send. */
function sendIfAllowed(realm: Realm, { bot, message }: Addressed, answer: Answer): ApiError | undefined {
  try {
    realm.transaction(() => sendReply(realm, findUser(realm, bot.user_id)!, message, answer))
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
