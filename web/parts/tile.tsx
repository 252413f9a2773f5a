import { Icon } from './icon'

type TileChannel = { invite_only: boolean; is_web_public: boolean; color?: string; name?: string }

/** The sign of a channel: its colour, and who may read it. */
export function Tile(props: { channel: TileChannel | undefined }) {
  const name = () => (props.channel?.invite_only ? 'private' : props.channel?.is_web_public ? 'public' : 'channels')
  return (
    <span
      class="tile"
      data-a={props.channel?.name?.slice(0, 2)}
      style={{ '--c': props.channel?.color }}
      aria-hidden="true"
    >
      <Icon name={name()} />
    </span>
  )
}
