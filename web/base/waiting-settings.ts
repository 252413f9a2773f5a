import type { Event, ParametersOf } from '../../client-state/wire'
import { topicPolicy } from '../../client-state/unread-counts'
import type { Client } from '../client/client'
import type { SettingChange } from '../sync/stored-changes'
import type { Ask } from '../wire/requests'

type Given = Partial<ParametersOf<'POST /user_topics'> & ParametersOf<'POST /users/me/subscriptions/properties'>>

/** Returns what a request would change of the settings that the client has, or nothing if it is about something else. */
export function settingsOf({ store }: Client, route: string, parameters: object): SettingChange[] {
  const { state } = store
  const { stream_id, topic, visibility_policy: value, subscription_data = [] }: Given = parameters
  if (route === 'POST /user_topics' && stream_id !== undefined && topic !== undefined && value !== undefined)
    return [{ kind: 'topic', stream_id, topic, value, before: topicPolicy(state, stream_id, topic) }]
  if (route === 'POST /users/me/subscriptions/properties')
    return subscription_data.flatMap(({ stream_id, property, value }): SettingChange[] => {
      const before: unknown = Reflect.get(state.subscriptions.get(stream_id) ?? {}, property)
      return isChoice(value)
        ? [{ kind: 'channel', stream_id, property, value, before: isChoice(before) ? before : false }]
        : []
    })
  if (route !== 'PATCH /settings') return []
  const settings: [string, unknown][] = Object.entries(parameters)
  // The name, the address and the password are no settings: the server decides about them while the user waits.
  const changes = settings.flatMap(([property, value]): SettingChange[] => {
    const before: unknown = Reflect.get(state.user_settings, property)
    return isSettingIn(state.user_settings, property) && isValue(value) && isValue(before)
      ? [{ kind: 'setting', property, value, before }]
      : []
  })
  return changes.length === settings.length ? changes : []
}

type Property = Extract<SettingChange, { kind: 'setting' }>['property']

const isSettingIn = (settings: object, property: string): property is Property => Object.hasOwn(settings, property)
const isChoice = (value: unknown): value is boolean | string => typeof value === 'boolean' || typeof value === 'string'
const isValue = (value: unknown): value is boolean | number | string => isChoice(value) || typeof value === 'number'

export async function sendSetting(ask: Ask, change: SettingChange): Promise<void> {
  if (change.kind === 'setting') return void (await ask('PATCH /settings', { [change.property]: change.value }))
  if (change.kind === 'topic') {
    const { stream_id, topic, value } = change
    return void (await ask('POST /user_topics', { stream_id, topic, visibility_policy: value }))
  }
  const { stream_id, property, value } = change
  await ask('POST /users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] })
}

/** Returns the event that the server would send when the setting is as the change says, or again as it was. */
export function eventOfSetting(change: SettingChange, which: 'value' | 'before'): Event {
  // No event of a queue has this id.
  const id = -1
  if (change.kind === 'topic') {
    const { stream_id, topic: topic_name } = change
    return { type: 'user_topic', id, stream_id, topic_name, last_updated: 0, visibility_policy: change[which] }
  }
  if (change.kind === 'channel') {
    const { stream_id, property } = change
    return { type: 'subscription', op: 'update', id, stream_id, property, value: change[which] }
  }
  const { property } = change
  return { type: 'user_settings', op: 'update', id, property, value: change[which] }
}
