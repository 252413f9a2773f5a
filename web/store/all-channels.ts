import type { Json } from '../../client-state/reducer'
import { locale } from '../words/language'

/** Returns the channels that the user can see and that are not archived, by name. */
export function allChannels(state: Json): Json[] {
  const { subscriptions, unsubscribed, never_subscribed } = state
  const { compare } = new Intl.Collator(locale)
  return [...subscriptions, ...unsubscribed, ...never_subscribed]
    .filter(({ is_archived }: Json) => !is_archived)
    .sort((a: Json, b: Json) => compare(a.name, b.name))
}
