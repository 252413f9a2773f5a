import type { Card as CardAddress } from '../routes/card'
import { lazyView } from '../parts/lazy'
import { ChannelCard } from './channel-card'
import { Directory } from './directory'
import { GroupCard } from './group-card'
import { UserCard } from './user-card'
import './card.css'

const ChannelSettings = lazyView(async () => (await import('../settings/channel/channel-settings')).ChannelSettings)
const KeyHelp = lazyView(async () => (await import('./key-help')).KeyHelp)
const FormattingHelp = lazyView(async () => (await import('./formatting-help')).FormattingHelp)
const NewChannel = lazyView(async () => (await import('../settings/channel/new-channel')).NewChannel)

/** What the client knows about a user, a group or a channel, or the list of all channels. */
export function Card(props: { card: CardAddress; close: () => void }) {
  const { card, close } = props
  switch (card.card) {
    case 'user':
      return <UserCard user_id={card.id} close={close} />
    case 'group':
      return <GroupCard id={card.id} close={close} />
    case 'channel':
      return <ChannelCard stream_id={card.id} close={close} />
    case 'channelSettings':
      return <ChannelSettings stream_id={card.id} close={close} />
    case 'newChannel':
      return <NewChannel close={close} />
    case 'keys':
      return <KeyHelp close={close} />
    case 'formatting':
      return <FormattingHelp close={close} />
    case 'directory':
      return <Directory close={close} />
  }
}
