/** The names of the paths in `look/icons.svg`. */
export type IconName =
  | 'inbox'
  | 'mention'
  | 'recent'
  | 'star'
  | 'draft'
  | 'later'
  | 'feed'
  | 'search'
  | 'channels'
  | 'private'
  | 'public'
  | 'direct'
  | 'people'
  | 'settings'
  | 'more'
  | 'write'
  | 'attach'
  | 'emoji'
  | 'send'
  | 'reply'
  | 'follow'
  | 'call'
  | 'hangup'
  | 'mic'
  | 'mic-off'
  | 'camera'
  | 'camera-off'
  | 'screen'
  | 'hand'
  | 'pin'
  | 'back'
  | 'chevron'
  | 'close'
  | 'enlarge'
  | 'filter'
  | 'format'
  | 'pane'
  | 'resolve'
  | 'add'
  | 'poll'

/** An icon of the sprite in the page. It says nothing to assistive technology: what is around it has a name. */
export function Icon(props: { name: IconName; isOn?: boolean }) {
  return (
    <svg class={`i i-${props.name}`} classList={{ on: props.isOn }} viewBox="0 0 16 16" aria-hidden="true">
      <use href={`#i-${props.name}`} />
    </svg>
  )
}
