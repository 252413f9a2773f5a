import { linksInTopic, type TopicLink } from '../../../markdown/topic-links'
import type { ReadOnlyRealm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { linkifiersCache, markdownLinkifiers } from './storage'

const MAX_CACHED_TOPICS = 1000

const topicLinksCache = cacheKey<Map<string, TopicLink[]>>({ invalidatedBy: [linkifiersCache] })

/** Returns the links in the name of a topic. The messages of a page have few topics, so the links are cached by topic. */
export function topicLinks(realm: ReadOnlyRealm, topic: string): TopicLink[] {
  const cached = realm.cache.get(topicLinksCache, () => new Map())
  let links = cached.get(topic)
  if (links === undefined) {
    if (cached.size >= MAX_CACHED_TOPICS) cached.clear()
    links = linksInTopic(topic, markdownLinkifiers(realm))
    cached.set(topic, links)
  }
  return links
}
