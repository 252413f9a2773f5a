import type { ApiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { WebhookRequest } from '../../accounts/outgoing-webhooks/payload'
import { channelDoesNotExist } from '../../channels/channels/rules'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { MessageAccess } from '../../messages/access/access'
import { invalidMessage } from '../../messages/message-index/rules'
import { findMessage } from '../../messages/message-index/storage'
import { hasRealmPermission } from '../../people/groups/membership'
import { insufficientPermission } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmIsDeactivated } from '../../people/users/authentication'
import { realmRow } from '../../realm/settings/storage'
import type { Occasion } from './act'
import { signatureOf } from './address'
import type { Automation, Run, Trigger } from './automation'
import { makerIsDeactivated, shortened } from './rules'

/** Returns why a user may not have an automation with this trigger, now. */
export function refusalOfMaker(realm: ReadOnlyRealm, maker: User, trigger: Trigger): ApiError | undefined {
  if (realmRow(realm).is_deactivated) return realmIsDeactivated({})
  if (!maker.is_active) return makerIsDeactivated({})
  if (!hasRealmPermission(realm, maker, 'parley_can_create_automations_group')) return insufficientPermission({})
  if (!('stream_id' in trigger) || findReadableChannel(realm, maker, trigger.stream_id) !== undefined) return undefined
  return channelDoesNotExist({ stream_id: trigger.stream_id })
}

/**
 * Returns what a run is about, or why its maker lost the right to it: the rules of all readers are asked at each action. `content`
 * is that of the message. Throws if the message is gone, or the maker may not read it.
 */
export function occasionOf(
  realm: Realm,
  { user_id, trigger }: Automation,
  { person_id, message_id, text }: Run,
  content: string,
): Occasion | { lost: ApiError } {
  const maker = findUser(realm, user_id)!
  const lost = refusalOfMaker(realm, maker, trigger)
  if (lost) return { lost }
  const person = person_id === null ? undefined : findUser(realm, person_id)
  const message = message_id === null ? undefined : findMessage(realm, message_id)
  if (message_id !== null && (message === undefined || !new MessageAccess(realm, maker).canRead(message)))
    throw invalidMessage({})
  const form = trigger.kind === 'form' ? { stream_id: trigger.stream_id, topic: trigger.title } : undefined
  const { stream_id = null, topic = '' } = message?.conversation ?? {}
  const place = stream_id === null ? form : { stream_id, topic: topic ?? '' }
  return { maker, person, message, place, text: message_id === null ? text : shortened(content) }
}

type Called = { run: Run; occasion: Occasion; url: string }

/** Returns the signed request of a call. */
export function callBody(realm: Realm, automation: Automation, { run, occasion, url }: Called): WebhookRequest {
  const { place, text } = occasion
  const body = JSON.stringify({
    type: 'automation',
    timestamp: new Date(run.created_at * 1000).toISOString(),
    data: {
      automation_id: automation.id,
      name: automation.name,
      run_id: run.id,
      trigger: automation.trigger.kind,
      user_id: run.person_id,
      message_id: run.message_id,
      stream_id: place?.stream_id ?? null,
      topic: place?.topic ?? null,
      text,
    },
  })
  return { url, content_type: 'application/json', body, signature: signatureOf(realm, automation, run, body) }
}
