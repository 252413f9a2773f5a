import type { Of } from '../wire/own-state'
import { isTopicMuted, topicPolicy } from '../../client-state/unread-counts'
import type { Message as WireMessage } from '../../client-state/wire'

type Notifying = Of<'user_id' | 'user_settings' | 'muted_users' | 'subscriptions' | 'user_topics'>

/** How a message notifies the user in the open client. */
export type Ways = { desktop: boolean; sound: boolean }

const NONE: Ways = { desktop: false, sound: false }
const FOLLOWED = 3
const MENTIONS = ['mentioned', 'has_alert_word']
const WILDCARDS = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned']

/** Returns how a new message notifies the user: the settings of the user, of its channel and of its topic say so. */
export function waysOf(message: WireMessage, flags: readonly string[], state: Notifying): Ways {
  const { user_settings: settings, muted_users } = state
  if (message.sender_id === state.user_id || flags.includes('read')) return NONE
  if (muted_users.some(({ id }) => id === message.sender_id)) return NONE
  const personal = { desktop: settings.enable_desktop_notifications, sound: settings.enable_sounds }
  const isMentioned = MENTIONS.some((flag) => flags.includes(flag))
  const ways = message.type === 'private' || isMentioned ? personal : inChannel(message, flags, state, personal)
  return { desktop: ways.desktop, sound: ways.sound && settings.notification_sound !== 'none' }
}

function inChannel(message: WireMessage, flags: readonly string[], state: Notifying, personal: Ways): Ways {
  if (message.type !== 'stream') return NONE
  const { stream_id, subject } = message
  const { user_settings: settings } = state
  const subscription = state.subscriptions.get(stream_id)
  if (subscription === undefined) return NONE
  const isMuted = isTopicMuted(state, stream_id, subject)
  const isFollowed = topicPolicy(state, stream_id, subject) === FOLLOWED
  const wildcardsNotify =
    (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) ||
    (!isMuted && (subscription.wildcard_mentions_notify ?? settings.wildcard_mentions_notify))
  if (wildcardsNotify && WILDCARDS.some((flag) => flags.includes(flag))) return personal
  const ofChannel = (own: boolean | null, all: boolean): boolean => !isMuted && (own ?? all)
  return {
    desktop:
      (isFollowed && settings.enable_followed_topic_desktop_notifications) ||
      ofChannel(subscription.desktop_notifications, settings.enable_stream_desktop_notifications),
    sound:
      (isFollowed && settings.enable_followed_topic_audible_notifications) ||
      ofChannel(subscription.audible_notifications, settings.enable_stream_audible_notifications),
  }
}
