import type { ListedChannel } from '../../client-state/client-state'
import { locale } from '../words/language'
import type { Of } from '../wire/own-state'

/** Returns the channels that the user can see and that are not archived, by name. */
export function allChannels(state: Of<'subscriptions' | 'unsubscribed' | 'never_subscribed'>): ListedChannel[] {
  const { subscriptions, unsubscribed, never_subscribed } = state
  const { compare } = new Intl.Collator(locale)
  return [...subscriptions, ...unsubscribed, ...never_subscribed]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => compare(a.name, b.name))
}
