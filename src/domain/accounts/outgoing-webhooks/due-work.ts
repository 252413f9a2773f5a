import { ApiError } from '../../../api/errors'
import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { findMessage } from '../../messages/message-index/storage'
import type { IndexedMessage } from '../../messages/message-index/message'
import { MessageAccess } from '../../messages/access/access'
import { realmRow } from '../../realm/settings/storage'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { refusalOfPayloadUrl } from '../../people/bots/payload-url-rules'
import { answer, tellOwner } from './replies'
import { ask, type Outcome } from './request-webhook'
import { dueCalls, isWaiting, nextCall, noteCalls, removeCall, writeCall, type Call } from './deliveries'
import { requestFor } from './payload'

const CALLS_AT_ONCE = 4
const MOST_ATTEMPTS = 3
// Longer than anybody is waited for, so that a call is never on its way twice.
const GIVEN_UP_AFTER_SECONDS = 30
const PAUSES_SECONDS = [5, 30]

/**
 * Calls the outgoing webhooks that somebody spoke to, and says what they answer. That an attempt begins is written before it
 * does, so an object that dies meanwhile tries again; nothing waits for what is out there but this.
 */
export const callWebhooks: DueWork<Realm> = {
  name: 'send_outgoing_webhooks',
  run: async (realm) => {
    realm.transaction(() => noteCalls(realm))
    const begun = realm.transaction(() => dueCalls(realm, CALLS_AT_ONCE).flatMap((call) => begin(realm, call)))
    await Promise.all(begun.map((call) => make(realm, call)))
    return nextCall(realm)
  },
}

// The last attempt never came to an end: whatever keeps it from that must not keep others waiting for ever.
function begin(realm: Realm, call: Call): Call[] {
  if (call.attempts >= MOST_ATTEMPTS) {
    removeCall(realm, call)
    return []
  }
  const begun = { ...call, attempts: call.attempts + 1, due_at: realm.now() + GIVEN_UP_AFTER_SECONDS }
  writeCall(realm, begun)
  return [begun]
}

async function make(realm: Realm, call: Call): Promise<void> {
  const body = await realm.bodies.loadOne(call.message_id)
  const bot = maybeUser(realm, call.bot_id)!
  const message = findMessage(realm, call.message_id)
  // Gone meanwhile, either of them, or out of the bot's sight.
  const canRead = (row: IndexedMessage) => new MessageAccess(realm, bot).canRead(row)
  if (body === undefined || message === undefined || isGone(realm, bot) || !canRead(message)) {
    realm.transaction(() => removeCall(realm, call))
    return
  }
  const request = requestFor(realm, { bot, message, body, trigger: call.trigger })
  const isAllowed = request && !refusalOfPayloadUrl(request.url, realm.config.calls_private_addresses)
  const outcome: Outcome = isAllowed
    ? await ask(request)
    : { failure: 'it cannot be told of messages like this one', mayBeTriedAgain: false }
  // Whatever happened meanwhile: it is answered once.
  realm.transaction(() => isWaiting(realm, call) && settle(realm, call, { bot, message }, outcome))
}

type Spoken = { bot: User; message: IndexedMessage }

function settle(realm: Realm, call: Call, { bot, message }: Spoken, outcome: Outcome) {
  if ('failure' in outcome && outcome.mayBeTriedAgain && call.attempts < MOST_ATTEMPTS) {
    writeCall(realm, { ...call, due_at: realm.now() + PAUSES_SECONDS[call.attempts - 1]! })
    return
  }
  removeCall(realm, call)
  if (isGone(realm, bot)) return
  if ('failure' in outcome) tellOwner(realm, bot, message, outcome.failure)
  else if (outcome.content !== undefined) say(realm, { bot, message }, outcome.content)
}

const isGone = (realm: Realm, { user_id }: User): boolean =>
  realmRow(realm).is_deactivated || !maybeUser(realm, user_id)?.is_active

function say(realm: Realm, { bot, message }: Spoken, content: string) {
  try {
    realm.transaction(() => answer(realm, maybeUser(realm, bot.user_id)!, message, content))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    tellOwner(realm, bot, message, `it may not answer there: ${error.message}`)
  }
}
