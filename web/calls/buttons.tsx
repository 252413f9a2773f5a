import { Icon, type IconName } from '../parts/icon'
import { talkWords as words } from '../words/en-talk'
import type { CallSession } from './session'

type Props = {
  label: string
  icon: IconName
  /** Whether what the button turns on is on. */
  isOn?: boolean
  opens?: 'menu' | 'dialog'
  keys?: string
  run: (button: HTMLElement) => void
}

export function IconButton(props: Props) {
  return (
    <button
      class="ib"
      aria-label={props.label}
      aria-pressed={props.isOn}
      aria-haspopup={props.opens}
      aria-keyshortcuts={props.keys}
      onClick={({ currentTarget }) => props.run(currentTarget)}
    >
      <Icon name={props.icon} />
    </button>
  )
}

export function LeaveButton(props: { session: CallSession }) {
  return (
    <button class="act stop" aria-label={words.leave} onClick={() => props.session.leave()}>
      <Icon name="hangup" />
      <span>{words.leave}</span>
    </button>
  )
}
