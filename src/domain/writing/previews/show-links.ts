import { hash } from 'node:crypto'
import { oneAtATime } from '../../../events/one-at-a-time'
import type { Realm } from '../../../realm'
import { countRequest, requestCounts } from '../../../store/recent-requests'
import { attemptsOf, pauseAfter } from '../../../store/retry-schedules'
import { findExternalContentPath } from '../../files/external-content/signed-urls'
import { outsideOf } from '../../realm/settings/outside-policy'
import { changeRendering } from './change-rendering'
import { fetchPreview } from './fetch-preview'
import { showsPreviews } from './links-of-message'
import {
  FETCHES_PER_MESSAGE,
  KEPT_SECONDS,
  MISSING_SECONDS,
  withPreviews,
  type LinkPreview,
  type ShownPreview,
} from './rules'
import {
  deleteLinkingMessages,
  findKeptPreview,
  findLinkingMessage,
  keepPreview,
  linkingMessagesDue,
  nextLinkingMessage,
  startAttempts,
  type LinkingMessage,
} from './storage'

const MESSAGES_AT_ONCE = 5

/** Fetches previews of links, and adds them to the messages. A slow site delays only the messages that link to it. */
export const showLinkPreviews = oneAtATime('show_link_previews', MESSAGES_AT_ONCE, (realm: Realm) => ({
  begin: (busy, count) => realm.transaction(() => startAttemptsOf(realm, busy, count)),
  keyOf: ({ message_id }) => message_id,
  work: (message) => showLinks(realm, message),
  nextTime: (busy) => nextLinkingMessage(realm.sql, busy),
}))

function startAttemptsOf(realm: Realm, busy: ReadonlySet<number>, most: number): LinkingMessage[] {
  const due = linkingMessagesDue(realm.sql, realm.now(), most, busy)
  const isGivenUp = ({ attempts }: LinkingMessage) => attempts >= attemptsOf('link_preview')
  const ids = (messages: readonly LinkingMessage[]) => messages.map(({ message_id }) => message_id)
  const started = due.filter((message) => !isGivenUp(message))
  deleteLinkingMessages(realm.sql, ids(due.filter(isGivenUp)))
  startAttempts(realm.sql, ids(started), realm.now() + pauseAfter('link_preview', 1)!)
  return started
}

async function showLinks(realm: Realm, message: LinkingMessage): Promise<void> {
  const previews = showsPreviews(realm) ? await previewsOf(realm, message) : []
  // Meanwhile an edit may have replaced the links, and noted the new ones, or an administrator may have changed the setting.
  const isCurrent = () =>
    findLinkingMessage(realm.sql, message.message_id)?.links === message.links && showsPreviews(realm)
  if (previews.length > 0 && isCurrent())
    await changeRendering(realm, message.message_id, ({ rendered_content }) =>
      isCurrent() ? withPreviews(rendered_content, previews) : undefined,
    )
  realm.transaction(() => {
    const { message_id, links } = message
    if (findLinkingMessage(realm.sql, message_id)?.links === links) deleteLinkingMessages(realm.sql, [message_id])
  })
}

/** Returns the previews of the pages to which a message links. A preview that is kept needs no request. */
async function previewsOf(realm: Realm, { links }: LinkingMessage): Promise<ShownPreview[]> {
  const urls: readonly string[] = JSON.parse(links)
  let fetches = 0
  const mayFetch = () => fetches++ < FETCHES_PER_MESSAGE && mayFetchInRealm(realm)
  const previewOf = async (url: string): Promise<LinkPreview | undefined> => {
    const kept = findKeptPreview(realm.sql, hash('sha256', url), realm.now())
    if (kept !== undefined) return kept ?? undefined
    return mayFetch() ? keep(realm, url, await fetchPreview(outsideOf(realm), url, mayFetch)) : undefined
  }
  const found = await Promise.all(urls.map(async (url) => visiblePreview(realm, url, await previewOf(url))))
  return found.filter((preview) => preview !== undefined)
}

const recentFetches = requestCounts()

/** Counts a request of this realm to another site, and returns whether its limits allow it. */
const mayFetchInRealm = (realm: Realm): boolean =>
  countRequest(realm, recentFetches, 'previews', realm.config.rate_limits.link_previews)?.allowed !== false

function keep(realm: Realm, url: string, preview: LinkPreview | undefined): LinkPreview | undefined {
  const kept_until = realm.now() + (preview === undefined ? MISSING_SECONDS : KEPT_SECONDS)
  realm.transaction(() => keepPreview(realm.sql, hash('sha256', url), preview, kept_until))
  return preview
}

/** A preview without a picture that this server can serve is not shown. */
function visiblePreview(realm: Realm, url: string, preview: LinkPreview | undefined): ShownPreview | undefined {
  const image_path = preview && realm.transaction(() => findExternalContentPath(realm, preview.image))
  return preview && image_path !== undefined ? { ...preview, url, image_path } : undefined
}
