import { useClient } from '../client/use-client'
import type { Route } from '../routes/route'
import { Avatar } from './avatar'
import { Icon, type IconName } from './icon'
import { Tile } from './tile'

const ICONS: Record<Exclude<Route['view'], 'channel' | 'topic'>, IconName> = {
  inbox: 'inbox',
  mentions: 'mention',
  recent: 'recent',
  drafts: 'draft',
  search: 'search',
  feed: 'feed',
  starred: 'star',
  scheduled: 'later',
  settings: 'settings',
  'direct-messages': 'direct',
  direct: 'people',
}

/** The shape of a place: a tile is a channel, a face is a person, an icon is a view. */
export function Sign(props: { route: Route }) {
  const { channelOf } = useClient()
  const { route } = props
  if (route.view === 'channel' || route.view === 'topic') return <Tile channel={channelOf(route.stream_id)} />
  if (route.view === 'direct' && route.user_ids.length === 1) return <Avatar user_id={route.user_ids[0] ?? 0} />
  return <Icon name={ICONS[route.view]} />
}
