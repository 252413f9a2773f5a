import { naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { countFitting, memorySize, MEBIBYTE } from '../../../store/memory-size'
import { anyone } from '../../people/users/callers'
import { addBodies } from '../pages/message-response'
import { withTextsOfD1 } from '../pages/load-messages'
import { withoutOmitted } from '../pages/page-rules'
import { channelPage, channelsPage, hiddenPage, topicPage } from './pages'
import {
  findPublicChannel,
  publicChannels,
  publicMessages,
  publicTopics,
  siteOf,
  type PublicChannel,
  type PublicSite,
} from './public-channels'

const MAX_MESSAGES_BYTES = 2 * MEBIBYTE

export const openPublicChannels = endpoint.file({
  route: 'GET site:/public',
  summary: 'The web-public channels, as a page without a script.',
  caller: anyone,
  params: {},
  errors: [],
  decide: (realm) => ({ site: siteOf(realm), channels: publicChannels(realm) }),
  serve: ({ request }, { site, channels }) => {
    const at = { ...pageContext(request, site.letterhead), ...site }
    return channels.length === 0 ? hiddenPage(at) : channelsPage(at, channels)
  },
})

type Topics = ReturnType<typeof publicTopics>
type Messages = ReturnType<typeof publicMessages>
type Opened = { site: PublicSite } & (
  | { channel?: undefined; list?: undefined; loaded?: undefined }
  | { channel: PublicChannel; list: Topics; loaded?: undefined }
  | { channel: PublicChannel; list?: undefined; loaded: Messages }
)

/** `topic` may be empty: the general chat. Every reason for which there is nothing to read gives the same page. */
export const openPublicChannel = endpoint.file({
  route: 'GET site:/public/:stream_id',
  summary: 'The topics of a web-public channel, or the messages of a topic, as a page without a script.',
  caller: anyone,
  params: { stream_id: naturalNumber(), topic: optional(shortText()), before: optional(naturalNumber()) },
  errors: [],
  decide: (realm, _, { stream_id, topic, before }): Opened => {
    const site = siteOf(realm)
    const channel = findPublicChannel(realm, stream_id)
    if (channel === undefined) return { site }
    return topic === undefined
      ? { site, channel, list: publicTopics(realm, channel, before) }
      : { site, channel, loaded: publicMessages(realm, channel, { topic, before }) }
  },
  complete: async (realm, opened) =>
    opened.loaded ? { ...opened, loaded: await withTextsOfD1(realm, opened.loaded) } : opened,
  serve: async (edge, { site, channel, list, loaded }, { topic = '', before }) => {
    const at = { ...pageContext(edge.request, site.letterhead), ...site }
    if (channel === undefined) return hiddenPage(at)
    if (list !== undefined) return channelPage(at, channel, list)
    const { page, ...rest } = loaded
    const { messages, left_out } = await addBodies(edge, rest)
    if (messages.length === 0) return hiddenPage(at)
    // The nearest to the anchor come first, so the oldest are omitted.
    const within = countFitting(messages, memorySize, MAX_MESSAGES_BYTES)
    const omitted = [...left_out, ...messages.slice(within).map(({ message }) => message.id)]
    const onPage = messages.slice(0, within).toSorted((a, b) => a.message.id - b.message.id)
    return topicPage(at, channel, {
      topic,
      isNewest: before === undefined,
      messages: onPage,
      hasOlder: !withoutOmitted(page, omitted).found_oldest,
    })
  },
})
